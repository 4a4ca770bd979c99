import { Icon } from '@site/shared/ui/icon';
import { feedIcon } from '@site/shared/ui/icon-shapes';
import { ATOM_PATH, ATOM_TITLE, RSS_PATH, RSS_TITLE, SUBSCRIBE } from '../news-content.ts';
import styles from './subscribe-line.module.css';

/** Where feed readers find the news. Plain links: the router has no pages there. */
export const SubscribeLine = () => (
  <p className={styles.line}>
    <Icon shape={feedIcon} />
    <span>{SUBSCRIBE}:</span>
    <a className={styles.link} href={RSS_PATH}>
      {RSS_TITLE}
    </a>
    <a className={styles.link} href={ATOM_PATH}>
      {ATOM_TITLE}
    </a>
  </p>
);
