import { Link } from '@site/shared/router';
import { Badge, Chip } from '@site/shared/ui/chip';
import { classNames } from '@site/shared/ui/class-names';
import type { ReactNode } from 'react';
import { getTopicPathOfName, type TopicKind } from './news-topics.ts';
import styles from './topic-links.module.css';

/** Text alone for a name without a page. */
const TopicLink = ({ kind, name, children }: { readonly kind: TopicKind; readonly name: string; readonly children: ReactNode }) => {
  const path = getTopicPathOfName(kind, name);
  if (path === undefined) return children;
  return (
    <Link className={styles.link} to={path}>
      {children}
    </Link>
  );
};

/** The category of a post. On a card it is placed on the corner of the image, above the link that covers the card. */
export const CategoryLink = ({ category, onCard = false }: { readonly category: string; readonly onCard?: boolean }) =>
  category === '' ? null : (
    <div className={classNames(styles.category, onCard && styles.onCard)}>
      <TopicLink kind="category" name={category}>
        <Badge>{category}</Badge>
      </TopicLink>
    </div>
  );

export const TagLinks = ({ tags }: { readonly tags: readonly string[] }) =>
  tags.length === 0 ? null : (
    <ul className={styles.tags} aria-label="Tags">
      {tags.map((tag) => (
        <li key={tag}>
          <TopicLink kind="tag" name={tag}>
            <Chip>{tag}</Chip>
          </TopicLink>
        </li>
      ))}
    </ul>
  );
