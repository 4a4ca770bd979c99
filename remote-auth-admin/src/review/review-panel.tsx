import { addReviewComment, decideReview, deleteReviewComment, getReview, type Review } from '@site/shared/contracts/review';
import type { VersionKind } from '@site/shared/domain/kinds';
import { hasRole } from '@site/shared/domain/roles';
import type { HostServices } from '@site/shared/remote/host-services';
import { Button, ButtonRow } from '@site/shared/ui/button';
import { TextAreaField } from '@site/shared/ui/field';
import { useEffect, useState } from 'react';
import { useStore } from 'zustand/react';
import { FormError } from '../forms/form-error.tsx';
import { useMutation } from '../forms/use-mutation.ts';
import { CommentList } from '../layout/comment-list.tsx';
import { formatTime } from '../layout/format-time.ts';
import { SidePanel } from '../layout/side-panel.tsx';
import { StatusChip } from '../layout/status-chip.tsx';
import { ReviewLinks } from './review-links.tsx';

const CHIPS = {
  requested: { tone: 'attention', label: 'Waiting for review' },
  approved: { tone: 'good', label: 'Approved' },
  returned: { tone: 'danger', label: 'Changes requested' },
} as const;

const VERBS = { requested: 'requested a review', approved: 'approved it', returned: 'requested changes' } as const;

type Decision = 'request' | 'withdraw' | 'approve' | 'return';

interface ReviewPanelProps {
  readonly services: HostServices;
  readonly kind: VersionKind;
  readonly id: string;
  /** Timestamp of the document, used to detect changes to the draft since the last decision. */
  readonly version: string | null;
  readonly mayWrite: boolean;
}

/** Shows the review comments and the decision on a draft, and shares preview links with people outside the staff. */
export const ReviewPanel = ({ services, kind, id, version, mayWrite }: ReviewPanelProps) => {
  const { http, auth, notify } = services;
  const user = useStore(auth, (state) => state.user);
  const [review, setReview] = useState<Review | null>(null);
  const [text, setText] = useState('');
  const { pending, error, run } = useMutation();
  const isEditor = user !== null && hasRole(user.role, 'editor');
  const params = { kind, id };

  useEffect(() => {
    const controller = new AbortController();
    void http.call(getReview, { params: { kind, id }, signal: controller.signal, silent: true }).then((loaded) => {
      if (loaded.ok) setReview(loaded.value);
    });
    return () => controller.abort();
  }, [http, kind, id]);

  /** Clears the field, unless the user changed its text while the comment was being sent. */
  const clearSentComment = (stored: Review): void => {
    setReview(stored);
    setText((current) => (current === text ? '' : current));
  };
  const decide = (act: Decision, message: string) =>
    run(
      act,
      () => http.call(decideReview, { params, body: { act, comment: text } }),
      (stored) => {
        clearSentComment(stored);
        notify.success(message);
      },
    );
  const addComment = () => run('comment', () => http.call(addReviewComment, { params, body: { text } }), clearSentComment);

  if (review === null) return null;
  const { state, by, at, comments } = review;
  const isChanged = state !== 'none' && version !== null && version > at;
  return (
    <SidePanel title="Review" aside={state === 'none' ? undefined : <StatusChip {...CHIPS[state]} />}>
      {state !== 'none' && (
        <p>
          {by} {VERBS[state]}, {formatTime(at)}.{isChanged && ' Changed since then.'}
        </p>
      )}
      {comments.length > 0 && (
        <CommentList
          label="Comments"
          name="comment"
          comments={comments}
          user={user}
          formatTime={formatTime}
          isDeleting={({ _id }) => pending === _id}
          onDelete={({ _id }) => void run(_id, () => http.call(deleteReviewComment, { params: { ...params, commentId: _id } }), setReview)}
        />
      )}
      <TextAreaField
        label="Comment"
        name="reviewComment"
        rows={2}
        maxLength={2000}
        optional
        hint="Only staff can see this."
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      <FormError>{error}</FormError>
      <ButtonRow>
        {mayWrite && (state === 'none' || state === 'returned') && (
          <Button variant="secondary" size="small" busy={pending === 'request'} onClick={() => void decide('request', 'Submitted for review')}>
            Submit for review
          </Button>
        )}
        {isEditor && state === 'requested' && (
          <>
            <Button variant="secondary" size="small" busy={pending === 'approve'} onClick={() => void decide('approve', 'Approved')}>
              Approve
            </Button>
            <Button variant="secondary" size="small" busy={pending === 'return'} onClick={() => void decide('return', 'Changes requested')}>
              Request changes
            </Button>
          </>
        )}
        {mayWrite && !isEditor && state === 'requested' && (
          <Button variant="secondary" size="small" busy={pending === 'withdraw'} onClick={() => void decide('withdraw', 'Request cancelled')}>
            Cancel request
          </Button>
        )}
        {text.trim() !== '' && (
          <Button variant="quiet" size="small" busy={pending === 'comment'} onClick={() => void addComment()}>
            Add comment
          </Button>
        )}
      </ButtonRow>
      {mayWrite && <ReviewLinks services={services} kind={kind} id={id} links={review.links} onReview={setReview} />}
    </SidePanel>
  );
};
