import { Button } from '@site/shared/ui/button';
import { trashIcon } from '@site/shared/ui/icon-shapes';
import styles from './comment-list.module.css';

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
  readonly comments: readonly Item[];
  readonly user: { readonly _id: string; readonly role: string } | null;
  readonly formatTime: (createdAt: Item['createdAt']) => string;
  readonly isDeleting: (comment: Item) => boolean;
  readonly onDelete: (comment: Item) => void;
}

/** Lists staff comments or notes. Users can delete their own entries, and administrators can delete any entry. */
export const CommentList = <Item extends CommentOrNote>({ label, name, comments, user, formatTime, isDeleting, onDelete }: CommentListProps<Item>) => (
  <ol className={styles.list} aria-label={label}>
    {comments.map((comment) => (
      <li key={comment._id} className={styles.comment}>
        <div className={styles.head}>
          <span>
            <strong>{comment.author}</strong>, <time dateTime={comment.createdAt ?? undefined}>{formatTime(comment.createdAt)}</time>
          </span>
          {(comment.authorId === user?._id || user?.role === 'admin') && (
            <Button
              variant="quiet"
              size="small"
              icon={trashIcon}
              busy={isDeleting(comment)}
              label={`Delete the ${name} by ${comment.author}, ${formatTime(comment.createdAt)}`}
              onClick={() => onDelete(comment)}
            >
              Delete
            </Button>
          )}
        </div>
        <p className={styles.text}>{comment.text}</p>
      </li>
    ))}
  </ol>
);
