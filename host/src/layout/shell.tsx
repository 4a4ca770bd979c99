import type { SiteConfig } from '@site/shared/contracts/site';
import { type ReactNode, useState } from 'react';
import { BackToTop } from './back-to-top.tsx';
import { ClosingCall } from './closing-call.tsx';
import { ContactBar } from './contact-bar.tsx';
import { MainNavigation } from './main-navigation.tsx';
import styles from './shell.module.css';
import { SiteFooter } from './site-footer.tsx';
import { StaticPart } from './static-part.tsx';
import './help-panel.module.css';

interface ShellProps {
  readonly site: SiteConfig;
  readonly currentPath: string;
  readonly closingCall: boolean;
  readonly children: ReactNode;
}

/** Frame of every page: skip link, contact bar, navigation, footer, helplines and "Back to top". While the menu is open, everything else is inert. */
export const Shell = ({ site, currentPath, closingCall, children }: ShellProps) => {
  const [isMenuOpen, setIsMenuOpen] = useState(false);
  return (
    <>
      <a className={styles.skip} href="#main" inert={isMenuOpen}>
        Skip to main content
      </a>
      <header className={styles.header}>
        <div inert={isMenuOpen}>
          <ContactBar site={site} currentPath={currentPath} />
        </div>
        <MainNavigation site={site} currentPath={currentPath} isMenuOpen={isMenuOpen} onMenuToggle={setIsMenuOpen} />
      </header>
      <main id="main" tabIndex={-1} className={styles.main} inert={isMenuOpen}>
        {children}
        {closingCall && <ClosingCall site={site} />}
      </main>
      <div inert={isMenuOpen}>
        <SiteFooter site={site} />
        <aside aria-label="Shortcuts">
          <StaticPart name="help" site={site} />
          <BackToTop />
        </aside>
      </div>
    </>
  );
};
