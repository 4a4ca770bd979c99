import { Icon } from '@site/shared/ui/icon';
import { feedIcon } from '@site/shared/ui/icon-shapes';
import { FEED_FORMATS, getFeedLabel, getFeedPath, getFeedTitle } from './feed-formats.ts';
import styles from './subscribe-line.module.css';

interface SubscribeLineProps {
  readonly listPath: string;
  /** What the list contains. */
  readonly name: string;
}

/** The feeds of a list. Plain links, because the router has no pages for feeds. */
export const SubscribeLine = ({ listPath, name }: SubscribeLineProps) => (
  <p className={styles.line}>
    <Icon shape={feedIcon} />
    <span>Follow in a news app:</span>
    {FEED_FORMATS.map((format) => (
      <a className={styles.link} href={getFeedPath(listPath, format)} aria-label={getFeedTitle(name, format)} key={format}>
        {getFeedLabel(format)}
      </a>
    ))}
  </p>
);
