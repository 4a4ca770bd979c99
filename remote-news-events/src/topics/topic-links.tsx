import { Link } from '@site/shared/router';
import { Badge, Chip } from '@site/shared/ui/chip';
import { classNames } from '@site/shared/ui/class-names';
import type { ReactNode } from 'react';
import styles from './topic-links.module.css';
import { getTopicPathByName, type TopicalPath, type TopicKind } from './topics.ts';

interface TopicLinkProps {
  readonly list: TopicalPath;
  readonly kind: TopicKind;
  readonly name: string;
  readonly children: ReactNode;
}

const TopicLink = ({ list, kind, name, children }: TopicLinkProps) => {
  const path = getTopicPathByName(list, kind, name);
  if (path === undefined) return children;
  return (
    <Link discover="none" className={styles.link} to={path}>
      {children}
    </Link>
  );
};

interface CategoryLinkProps {
  readonly list: TopicalPath;
  readonly category: string;
  readonly isOnCard?: boolean;
}

/** The category of a post or an event. On a card, it is in a corner of the image, above the link that covers the card. */
export const CategoryLink = ({ list, category, isOnCard = false }: CategoryLinkProps) =>
  category === '' ? null : (
    <div className={classNames(styles.category, isOnCard && styles.onCard)}>
      <TopicLink list={list} kind="category" name={category}>
        <Badge>{category}</Badge>
      </TopicLink>
    </div>
  );

export const TagLinks = ({ list, tags }: { readonly list: TopicalPath; readonly tags: readonly string[] }) =>
  tags.length === 0 ? null : (
    <ul className={styles.tags} aria-label="Tags">
      {tags.map((tag) => (
        <li key={tag}>
          <TopicLink list={list} kind="tag" name={tag}>
            <Chip>{tag}</Chip>
          </TopicLink>
        </li>
      ))}
    </ul>
  );
