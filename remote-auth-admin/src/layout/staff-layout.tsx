import type { User } from '@site/shared/contracts/user';
import type { HostServices } from '@site/shared/remote/host-services';
import { Outlet, useLocation } from '@site/shared/router';
import { Button } from '@site/shared/ui/button';
import { signOutIcon } from '@site/shared/ui/icon-shapes';
import { PlainLink } from '@site/shared/ui/link';
import { VisuallyHidden } from '@site/shared/ui/visually-hidden';
import { UploadIndicator } from '../uploads/upload-indicator.tsx';
import type { BadgeStore } from './badge-counts.ts';
import { Shortcuts } from './shortcuts.tsx';
import styles from './staff-layout.module.css';
import { getAreas, roleName, type StaffArea } from './staff-navigation.ts';
import { StaffRail } from './staff-rail.tsx';
import { UndoProvider } from './undo-bar.tsx';

interface StaffLayoutProps {
  readonly services: HostServices;
  readonly badges: BadgeStore;
  readonly user: User;
  readonly onSignOut: () => void;
}

/** Shows the name of the current area in the bar above the screen. */
export const AreaName = ({ areas }: { readonly areas: readonly StaffArea[] }) => {
  const { pathname } = useLocation();
  const area = areas.find(({ path }) => pathname.startsWith(path));
  return area === undefined ? null : (
    <PlainLink to={area.path} className={styles.area}>
      {area.name}
    </PlainLink>
  );
};

/** Layout of the staff area: the rail, the bar with the signed-in user, and the screen. */
export const StaffLayout = ({ services, badges, user, onSignOut }: StaffLayoutProps) => (
  <UndoProvider>
    <div className={styles.app}>
      <a className={styles.skip} href="#screen">
        Skip to main content
      </a>
      <StaffRail site={services.site} role={user.role} badges={badges} />
      <div className={styles.column}>
        <section className={styles.bar} aria-label="User menu">
          <AreaName areas={getAreas(user.role)} />
          <Shortcuts services={services} role={user.role} onSignOut={onSignOut} />
          <PlainLink to="/admin/profile" className={styles.user}>
            <VisuallyHidden>Profile: </VisuallyHidden>
            {user.name || user.email}
            <span className={styles.role}>{roleName(user.role)}</span>
          </PlainLink>
          <Button variant="secondary" size="small" icon={signOutIcon} onClick={onSignOut}>
            Sign out
          </Button>
        </section>
        <UploadIndicator />
        <div id="screen" className={styles.screen} tabIndex={-1}>
          <Outlet />
        </div>
      </div>
    </div>
  </UndoProvider>
);
