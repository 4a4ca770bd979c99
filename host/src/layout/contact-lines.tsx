import type { SiteConfig } from '@site/shared/contracts/site';
import { telephoneHref } from '@site/shared/domain/telephone-href';
import { Icon } from '@site/shared/ui/icon';
import { chatIcon } from '@site/shared/ui/icon-shapes';
import { getHelplineFacts } from '../features/help/helplines.ts';
import styles from './contact-bar.module.css';

/** First helpline if the bar has room for it (NS-02), and the office's telephone and email address (SHELL-01). */
export const ContactLines = ({ site }: { readonly site: SiteConfig }) => {
  const [helpline] = site.helplines;
  return (
    <>
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
    </>
  );
};
