import type { SiteConfig } from '@site/shared/contracts/site';
import { Icon } from '@site/shared/ui/icon';
import { chatIcon } from '@site/shared/ui/icon-shapes';
import { PlainLink } from '@site/shared/ui/link';
import styles from './contact-bar.module.css';
import { SearchField } from './search-field.tsx';
import { EXPLORE_LINKS, getHelplineFacts, telephoneHref } from './site-links.ts';

interface ContactBarProps {
  readonly site: SiteConfig;
  readonly currentPath: string;
}

/**
 * The line above the navigation: telephone and e-mail address (SHELL-01), and where it is wide enough the pages that are not in the navigation, the first helpline
 * (NS-02) and the search. Narrower screens have those in the menu.
 */
export const ContactBar = ({ site, currentPath }: ContactBarProps) => {
  const [helpline] = site.helplines;
  return (
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
        {helpline !== undefined && (
          <span className={styles.helpline}>
            <a className={styles.link} href={telephoneHref(helpline.telephone)}>
              <Icon shape={chatIcon} className={styles.icon} />
              {`Need to talk? Call ${helpline.telephone}`}
            </a>
            <span className={styles.facts}>{getHelplineFacts(helpline).join(' · ')}</span>
          </span>
        )}
        <span className={styles.office}>
          Office
          <a className={styles.link} href={telephoneHref(site.telephone)}>
            {site.telephone}
          </a>
        </span>
        <a className={styles.link} href={`mailto:${site.email}`}>
          <span className={styles.wide}>{site.email}</span>
          <span className={styles.tight}>Email us</span>
        </a>
        <SearchField className={styles.search} />
      </div>
    </div>
  );
};
