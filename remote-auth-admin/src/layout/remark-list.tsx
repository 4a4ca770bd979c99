import { Button } from '@site/shared/ui/button';
import { trashIcon } from '@site/shared/ui/icon-shapes';
import styles from './remark-list.module.css';

interface CommentOrNote {
  readonly _id: string;
  readonly author: string;
  readonly authorId: string;
  readonly text: string;
  readonly createdAt: string | null;
}

interface CommentListProps<Item extends CommentOrNote> {
  /** Label of the list, for example "Comments". */
  readonly label: string;
  /** Name of an entry, for example "comment". */
  readonly name: string;
  readonly remarks: readonly Item[];
  readonly user: { readonly _id: string; readonly role: string } | null;
  readonly formatTime: (createdAt: Item['createdAt']) => string;
  readonly isDeleting: (remark: Item) => boolean;
  readonly onDelete: (remark: Item) => void;
}

/** Lists staff comments or notes. Users can delete their own entries, and administrators can delete any entry. */
export const CommentList = <Item extends CommentOrNote>({ label, name, remarks, user, formatTime, isDeleting, onDelete }: CommentListProps<Item>) => (
  <ol className={styles.list} aria-label={label}>
    {remarks.map((remark) => (
      <li key={remark._id} className={styles.remark}>
        <div className={styles.head}>
          <span>
            <strong>{remark.author}</strong>, <time dateTime={remark.createdAt ?? undefined}>{formatTime(remark.createdAt)}</time>
          </span>
          {(remark.authorId === user?._id || user?.role === 'admin') && (
            <Button
              variant="quiet"
              size="small"
              icon={trashIcon}
              busy={isDeleting(remark)}
              label={`Delete the ${name} by ${remark.author}, ${formatTime(remark.createdAt)}`}
              onClick={() => onDelete(remark)}
            >
              Delete
            </Button>
          )}
        </div>
        <p className={styles.text}>{remark.text}</p>
      </li>
    ))}
  </ol>
);
