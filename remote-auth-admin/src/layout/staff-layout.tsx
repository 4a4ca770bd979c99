import type { SiteConfig } from '@site/shared/contracts/site';
import type { User } from '@site/shared/contracts/user';
import { NavLink, Outlet } from '@site/shared/router';
import { Button } from '@site/shared/ui/button';
import { Cloth } from '@site/shared/ui/cloth';
import { Icon } from '@site/shared/ui/icon';
import { outIcon, signOutIcon } from '@site/shared/ui/icon-shapes';
import { PlainLink } from '@site/shared/ui/link';
import { VisuallyHidden } from '@site/shared/ui/visually-hidden';
import styles from './staff-layout.module.css';
import { areasFor, roleName } from './staff-navigation.ts';

export interface StaffLayoutProps {
  readonly site: SiteConfig;
  readonly user: User;
  readonly onSignOut: () => void;
}

/** The rail, the bar with who is signed in, and the screen. */
export const StaffLayout = ({ site, user, onSignOut }: StaffLayoutProps) => (
  <div className={styles.app}>
    <nav className={styles.rail} aria-label="Staff area" data-ground="deep">
      <Cloth strength="menu" />
      <p className={styles.name}>
        {site.logoName} <span className={styles.suffix}>{site.logoSuffix}</span>
      </p>
      <ul className={styles.areas}>
        {areasFor(user.role).map(({ path, name, icon }) => (
          <li key={path}>
            <NavLink to={path} className={styles.area ?? ''}>
              <Icon shape={icon} />
              {name}
            </NavLink>
          </li>
        ))}
      </ul>
      <PlainLink to="/" className={styles.site}>
        <Icon shape={outIcon} />
        View site
      </PlainLink>
    </nav>
    <div className={styles.column}>
      <section className={styles.bar} aria-label="User menu">
        <PlainLink to="/admin/profile" className={styles.user}>
          <VisuallyHidden>Profile: </VisuallyHidden>
          {user.name || user.email}
          <span className={styles.role}>{roleName(user.role)}</span>
        </PlainLink>
        <Button variant="secondary" size="small" icon={signOutIcon} onClick={onSignOut}>
          Sign out
        </Button>
      </section>
      <div className={styles.screen}>
        <Outlet />
      </div>
    </div>
  </div>
);
