import type { SiteConfig } from '@site/shared/contracts/site';
import { Icon } from '@site/shared/ui/icon';
import { chatIcon, mailIcon, phoneIcon, pinIcon } from '@site/shared/ui/icon-shapes';
import styles from './contact-bar.module.css';
import { getHelplineFacts, telephoneHref } from './site-links.ts';

/** The line above the navigation: office, telephone and e-mail address (SHELL-01), and where it is wide enough the first helpline (NS-02). */
export const ContactBar = ({ site }: { readonly site: SiteConfig }) => {
  const [helpline] = site.helplines;
  return (
    <div className={styles.bar}>
      <div className={styles.wrap}>
        <span className={styles.office}>
          <Icon shape={pinIcon} className={styles.icon} />
          {site.office}
        </span>
        {helpline !== undefined && (
          <span className={styles.helpline}>
            <a className={styles.link} href={telephoneHref(helpline.telephone)}>
              <Icon shape={chatIcon} className={styles.icon} />
              {`Need to talk? Call ${helpline.telephone}`}
            </a>
            <span className={styles.facts}>{getHelplineFacts(helpline).join(' · ')}</span>
          </span>
        )}
        <a className={styles.link} href={telephoneHref(site.telephone)}>
          <Icon shape={phoneIcon} className={styles.icon} />
          {site.telephone}
        </a>
        <a className={styles.link} href={`mailto:${site.email}`}>
          <Icon shape={mailIcon} className={styles.icon} />
          <span className={styles.wide}>{site.email}</span>
          <span className={styles.tight}>Email us</span>
        </a>
      </div>
    </div>
  );
};
