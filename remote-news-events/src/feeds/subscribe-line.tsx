import { Icon } from '@site/shared/ui/icon';
import { feedIcon } from '@site/shared/ui/icon-shapes';
import { getFeedPath } from './feed-formats.ts';
import styles from './subscribe-line.module.css';

interface SubscribeLineProps {
  readonly listPath: string;
  readonly name: string;
}

/** Link to one feed of a list, for visitors; programs find all feeds in the document's head. It is a plain link, because feeds are not routes. */
export const SubscribeLine = ({ listPath, name }: SubscribeLineProps) => (
  <a className={styles.link} href={getFeedPath(listPath, 'rss')}>
    <Icon shape={feedIcon} />
    {`Follow ${name} in a news app (RSS)`}
  </a>
);
