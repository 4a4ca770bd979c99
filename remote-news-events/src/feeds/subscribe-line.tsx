import type { PageAlternate } from '@site/shared/remote/remote-contract';
import { Icon } from '@site/shared/ui/icon';
import { feedIcon } from '@site/shared/ui/icon-shapes';
import styles from './subscribe-line.module.css';

/** The feeds of a list. Plain links, because the router has no pages for feeds. */
export const SubscribeLine = ({ feeds }: { readonly feeds: readonly PageAlternate[] }) => (
  <p className={styles.line}>
    <Icon shape={feedIcon} />
    <span>Subscribe:</span>
    {feeds.map(({ path, title }) => (
      <a className={styles.link} href={path} key={path}>
        {title}
      </a>
    ))}
  </p>
);
