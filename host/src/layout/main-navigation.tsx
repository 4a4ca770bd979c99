import type { SiteConfig } from '@site/shared/contracts/site';
import { ButtonLink } from '@site/shared/ui/button';
import { Icon } from '@site/shared/ui/icon';
import { chatIcon, heartIcon } from '@site/shared/ui/icon-shapes';
import { PlainLink } from '@site/shared/ui/link';
import { HELP_ID } from '../features/help/help-links.ts';
import { Logo } from './logo.tsx';
import styles from './main-navigation.module.css';
import { MobileMenu } from './mobile-menu.tsx';
import { markAsButton } from './panels.ts';
import { MAIN_LINKS } from './site-links.ts';
import { useScrolledPast } from './use-scrolled-past.ts';

interface MainNavigationProps {
  readonly site: SiteConfig;
  readonly currentPath: string;
  readonly isMenuOpen: boolean;
  readonly onMenuToggle: (isOpen: boolean) => void;
}

/**
 * Sticky navigation bar: logo, links, help and Donate. Below 1024 pixels, a menu replaces the links. From 1024 pixels, the help button is in the page's left
 * margin, where it covers no content.
 */
export const MainNavigation = ({ site, currentPath, isMenuOpen, onMenuToggle }: MainNavigationProps) => {
  const isStuck = useScrolledPast(0);
  return (
    <nav className={styles.nav} aria-label="Main" data-stuck={isStuck || undefined} data-open={isMenuOpen || undefined}>
      <div className={styles.wrap}>
        <Logo site={site} clipped />
        <ul className={styles.pages}>
          {MAIN_LINKS.map(({ label, to }) => (
            <li key={to}>
              <PlainLink to={to} className={styles.page} current={to === currentPath}>
                {label}
              </PlainLink>
            </li>
          ))}
        </ul>
        <a ref={markAsButton} href={`#${HELP_ID}`} aria-haspopup="dialog" className={styles.help}>
          <Icon shape={chatIcon} className={styles.chat} />
          <span className={styles.short}>Help</span> <span className={styles.helpLabel}>Need to talk?</span>
        </a>
        <ButtonLink href={site.donateUrl} newTab variant="donate" icon={heartIcon} className={styles.donate}>
          Donate
        </ButtonLink>
        <MobileMenu site={site} currentPath={currentPath} onToggle={onMenuToggle} />
      </div>
    </nav>
  );
};
