import type { ApiError } from '@site/shared/contracts/api-error';
import { addReviewComment, decideReview, deleteReviewComment, getReview, REVIEW_LINK_KINDS, type Review, type ReviewKind } from '@site/shared/contracts/review';
import type { Result } from '@site/shared/domain/result';
import { hasRole } from '@site/shared/domain/roles';
import type { HostServices } from '@site/shared/remote/host-services';
import { Button, ButtonRow } from '@site/shared/ui/button';
import { TextAreaField } from '@site/shared/ui/field';
import { useEffect, useState } from 'react';
import { useStore } from 'zustand/react';
import { getApiErrorMessage } from '../forms/api-error-message.ts';
import { FormError } from '../forms/form-error.tsx';
import { formatTime } from '../layout/format-time.ts';
import { RemarkList } from '../layout/remark-list.tsx';
import { SidePanel } from '../layout/side-panel.tsx';
import { StatusChip } from '../layout/status-chip.tsx';
import { ReviewLinks } from './review-links.tsx';

const CHIPS = {
  requested: { tone: 'attention', label: 'Review asked for' },
  approved: { tone: 'good', label: 'Approved' },
  returned: { tone: 'danger', label: 'Sent back' },
} as const;

const VERBS = { requested: 'asked for a review', approved: 'approved it', returned: 'sent it back' } as const;

type Act = 'request' | 'withdraw' | 'approve' | 'return';

interface ReviewPanelProps {
  readonly services: HostServices;
  readonly kind: ReviewKind;
  readonly id: string;
  /** Its timestamp: a save may follow an approval. */
  readonly version: string | null;
  readonly mayWrite: boolean;
}

/** What colleagues, and readers outside, say about a draft before it is public. */
export const ReviewPanel = ({ services, kind, id, version, mayWrite }: ReviewPanelProps) => {
  const { http, auth, notify } = services;
  const user = useStore(auth, (state) => state.user);
  const [review, setReview] = useState<Review | null>(null);
  const [text, setText] = useState('');
  const [error, setError] = useState('');
  const [pending, setPending] = useState('');
  const isEditor = user !== null && hasRole(user.role, 'editor');
  const params = { kind, id };
  const linkKind = REVIEW_LINK_KINDS.find((candidate) => candidate === kind);

  useEffect(() => {
    const controller = new AbortController();
    void http.call(getReview, { params: { kind, id }, signal: controller.signal, silent: true }).then((loaded) => {
      if (loaded.ok) setReview(loaded.value);
    });
    return () => controller.abort();
  }, [http, kind, id]);

  const run = async (name: string, call: Promise<Result<Review, ApiError>>, message = ''): Promise<void> => {
    setPending(name);
    const result = await call;
    setPending('');
    if (!result.ok) return setError(getApiErrorMessage(result.error));
    setError('');
    setReview(result.value);
    if (message !== '') notify.success(message);
  };
  const decide = (act: Act, message: string): void => {
    void run(act, http.call(decideReview, { params, body: { act, comment: text } }), message);
    setText('');
  };

  if (review === null) return null;
  const { state, by, at, comments } = review;
  const isChanged = state !== 'none' && version !== null && version > at;
  return (
    <SidePanel title="Review" aside={state === 'none' ? undefined : <StatusChip {...CHIPS[state]} />}>
      {state !== 'none' && (
        <p>
          {by} {VERBS[state]}, {formatTime(at)}.{isChanged && ' It has been changed since.'}
        </p>
      )}
      {comments.length > 0 && (
        <RemarkList
          label="Comments"
          name="comment"
          remarks={comments}
          user={user}
          formatTime={formatTime}
          isDeleting={({ _id }) => pending === _id}
          onDelete={({ _id }) => void run(_id, http.call(deleteReviewComment, { params: { ...params, commentId: _id } }))}
        />
      )}
      <TextAreaField
        label="Comment"
        name="reviewComment"
        rows={2}
        maxLength={2000}
        optional
        hint="Staff alone see it."
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      <FormError>{error}</FormError>
      <ButtonRow>
        {mayWrite && (state === 'none' || state === 'returned') && (
          <Button variant="secondary" size="small" busy={pending === 'request'} onClick={() => decide('request', 'Submitted for review')}>
            Submit for review
          </Button>
        )}
        {isEditor && state === 'requested' && (
          <>
            <Button variant="secondary" size="small" busy={pending === 'approve'} onClick={() => decide('approve', 'Approved')}>
              Approve
            </Button>
            <Button variant="secondary" size="small" busy={pending === 'return'} onClick={() => decide('return', 'Sent back')}>
              Send back
            </Button>
          </>
        )}
        {mayWrite && !isEditor && state === 'requested' && (
          <Button variant="secondary" size="small" busy={pending === 'withdraw'} onClick={() => decide('withdraw', 'Withdrawn')}>
            Withdraw
          </Button>
        )}
        {text.trim() !== '' && (
          <Button
            variant="quiet"
            size="small"
            busy={pending === 'comment'}
            onClick={() => {
              void run('comment', http.call(addReviewComment, { params, body: { text } }));
              setText('');
            }}
          >
            Add comment
          </Button>
        )}
      </ButtonRow>
      {mayWrite && linkKind !== undefined && <ReviewLinks services={services} kind={linkKind} id={id} links={review.links} onReview={setReview} />}
    </SidePanel>
  );
};
