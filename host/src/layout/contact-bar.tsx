import type { SiteConfig } from '@site/shared/contracts/site';
import { Icon } from '@site/shared/ui/icon';
import { mailIcon, phoneIcon, pinIcon } from '@site/shared/ui/icon-shapes';
import styles from './contact-bar.module.css';
import { telephoneHref } from './site-links.ts';

/** The line above the navigation: office, telephone and e-mail address (SHELL-01). */
export const ContactBar = ({ site }: { readonly site: SiteConfig }) => (
  <div className={styles.bar}>
    <div className={styles.wrap}>
      <span className={styles.office}>
        <Icon shape={pinIcon} className={styles.icon} />
        {site.office}
      </span>
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
