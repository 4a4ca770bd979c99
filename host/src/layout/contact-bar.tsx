import type { SiteConfig } from '@site/shared/contracts/site';
import { PlainLink } from '@site/shared/ui/link';
import styles from './contact-bar.module.css';
import { SearchField } from './search-field.tsx';
import { EXPLORE_LINKS } from './site-links.ts';
import { StaticPart } from './static-part.tsx';

interface ContactBarProps {
  readonly site: SiteConfig;
  readonly currentPath: string;
}

/**
 * Bar above the navigation, with telephone and email address (SHELL-01). On wide screens, the bar also has the pages that are not in the navigation, the
 * first helpline (NS-02) and the search. On narrower screens, these are in the menu.
 */
export const ContactBar = ({ site, currentPath }: ContactBarProps) => (
  <div className={styles.bar}>
    <div className={styles.wrap}>
      <ul className={styles.explore}>
        {EXPLORE_LINKS.map(({ label, to }) => (
          <li key={to}>
            <PlainLink to={to} className={styles.link} current={to === currentPath}>
              {label}
            </PlainLink>
          </li>
        ))}
      </ul>
      <StaticPart name="contact" site={site} className={styles.contact} />
      <SearchField className={styles.search} />
    </div>
  </div>
);
