import { formatLongDate } from '@site/shared/domain/dates';
import { Avatar } from '@site/shared/ui/avatar';
import styles from './post-byline.module.css';

interface PostBylineProps {
  readonly author: { readonly name: string; readonly avatar: string };
  readonly publishedAt: string | null;
  readonly note?: string;
  readonly avatarSize?: 'small' | 'normal';
}

export const PostByline = ({ author, publishedAt, note, avatarSize = 'small' }: PostBylineProps) => (
  <div className={styles.byline}>
    <Avatar src={author.avatar} name="" size={avatarSize} />
    <div>
      {author.name !== '' && <p className={styles.name}>{author.name}</p>}
      <p>
        {publishedAt !== null && <time dateTime={publishedAt}>{formatLongDate(publishedAt)}</time>}
        {note !== undefined && ` · ${note}`}
      </p>
    </div>
  </div>
);
