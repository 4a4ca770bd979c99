import type { SiteConfig } from '@site/shared/contracts/site';
import { ButtonLink } from '@site/shared/ui/button';
import { Icon } from '@site/shared/ui/icon';
import { closeIcon, heartIcon, menuIcon } from '@site/shared/ui/icon-shapes';
import { PlainLink } from '@site/shared/ui/link';
import { PatternBackground } from '@site/shared/ui/pattern-background';
import { VisuallyHidden } from '@site/shared/ui/visually-hidden';
import { type MouseEvent, useEffect, useRef } from 'react';
import { Logo } from './logo.tsx';
import styles from './mobile-menu.module.css';
import { SearchField } from './search-field.tsx';
import { getExploreLinks, MAIN_LINKS } from './site-links.ts';
import { StaticPart } from './static-part.tsx';

const WIDE_SCREEN = '(min-width: 1024px)';

interface MobileMenuProps {
  readonly site: SiteConfig;
  readonly currentPath: string;
  readonly onToggle: (isOpen: boolean) => void;
}

/** Menu for narrow screens: a native disclosure, which opens before any script runs. Escape (`panels.ts`) and navigation close the menu (SHELL-10). */
export const MobileMenu = ({ site, currentPath, onToggle }: MobileMenuProps) => {
  const menu = useRef<HTMLDetailsElement>(null);

  /** Closes the menu after a click on a link, even on a link to the current page. */
  const closeAfterLink = ({ target }: MouseEvent) => {
    if (menu.current !== null && target instanceof Element && target.closest('a') !== null) menu.current.open = false;
  };

  useEffect(() => {
    // A visitor may have opened the menu before hydration.
    if (menu.current?.open === true) onToggle(true);
    const wideScreen = window.matchMedia(WIDE_SCREEN);
    const closeOnWideScreen = () => {
      if (wideScreen.matches && menu.current !== null) menu.current.open = false;
    };
    wideScreen.addEventListener('change', closeOnWideScreen);
    return () => wideScreen.removeEventListener('change', closeOnWideScreen);
  }, [onToggle]);

  const previousPath = useRef(currentPath);
  useEffect(() => {
    // "Back" changes the page without a click in the menu.
    if (previousPath.current === currentPath) return;
    previousPath.current = currentPath;
    if (menu.current !== null) menu.current.open = false;
  }, [currentPath]);

  return (
    <details ref={menu} className={styles.menu} data-menu="" onToggle={(event) => onToggle(event.currentTarget.open)} suppressHydrationWarning>
      <summary className={styles.control}>
        <Icon shape={menuIcon} className={styles.openIcon} />
        <Icon shape={closeIcon} className={styles.closeIcon} />
        <VisuallyHidden>Menu</VisuallyHidden>
      </summary>
      {/* biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useKeyWithClickEvents: for the links inside, which have both. */}
      <div className={styles.sheet} data-ground="deep" onClick={closeAfterLink}>
        <PatternBackground strength="menu" />
        <div className={styles.bar}>
          <Logo site={site} />
        </div>
        <StaticPart name="menu" site={site} />
        <SearchField className={styles.search} />
        <ul className={styles.pages}>
          {MAIN_LINKS.map(({ label, to }) => (
            <li key={to}>
              <PlainLink to={to} className={styles.page} current={to === currentPath}>
                {label}
              </PlainLink>
            </li>
          ))}
        </ul>
        <div className={styles.donate}>
          <ButtonLink href={site.donateUrl} newTab variant="sun" icon={heartIcon} wide>
            Donate
          </ButtonLink>
        </div>
        <h2 className={styles.group} id="menu-explore">
          Explore
        </h2>
        <ul className={styles.explore} aria-labelledby="menu-explore">
          {getExploreLinks(site).map(({ label, to }) => (
            <li key={to}>
              <PlainLink to={to} className={styles.small} current={to === currentPath}>
                {label}
              </PlainLink>
            </li>
          ))}
        </ul>
      </div>
    </details>
  );
};
