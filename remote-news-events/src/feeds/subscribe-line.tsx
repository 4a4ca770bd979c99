import { Icon } from '@site/shared/ui/icon';
import { feedIcon } from '@site/shared/ui/icon-shapes';
import { getFeedPath } from './feed-formats.ts';
import styles from './subscribe-line.module.css';

interface SubscribeLineProps {
  readonly listPath: string;
  /** Description of the list's content. */
  readonly name: string;
}

/** One feed of a list, for people; programs find all feeds in the document's head. A plain link, because the router has no pages for feeds. */
export const SubscribeLine = ({ listPath, name }: SubscribeLineProps) => (
  <a className={styles.link} href={getFeedPath(listPath, 'rss')}>
    <Icon shape={feedIcon} />
    {`Follow ${name} in a news app (RSS)`}
  </a>
);
