import { createReviewLink, REVIEW_LINK_DAYS, type Review, type ReviewLink, revokeReviewLink } from '@site/shared/contracts/review';
import type { VersionKind } from '@site/shared/domain/kinds';
import type { HostServices } from '@site/shared/remote/host-services';
import { Button } from '@site/shared/ui/button';
import { SelectField, TextField } from '@site/shared/ui/field';
import { copyIcon } from '@site/shared/ui/icon-shapes';
import { useState } from 'react';
import { FormError } from '../forms/form-error.tsx';
import { useMutation } from '../forms/use-mutation.ts';
import { formatLagosTime } from '../layout/format-time.ts';
import styles from './review-panel.module.css';

const DAY_OPTIONS = REVIEW_LINK_DAYS.map((days) => ({ value: String(days), label: days === 1 ? 'One day' : `${days} days` }));

interface ReviewLinksProps {
  readonly services: Pick<HostServices, 'http' | 'site' | 'notify'>;
  readonly kind: VersionKind;
  readonly id: string;
  readonly links: readonly ReviewLink[];
  readonly onReview: (review: Review) => void;
}

/** Creates links that show the saved draft to people outside the staff. A link is shown only once, because the provider does not store it. */
export const ReviewLinks = ({ services: { http, notify, site }, kind, id, links, onReview }: ReviewLinksProps) => {
  const [days, setDays] = useState('7');
  const [address, setAddress] = useState('');
  const { pending, error, run } = useMutation();

  const create = () =>
    run(
      'create',
      () => http.call(createReviewLink, { params: { kind, id }, body: { days: REVIEW_LINK_DAYS.find((option) => String(option) === days) ?? 7 } }),
      ({ path, review }) => {
        // Without a separate staff site, use this page's origin, because the configured URL differs during development.
        setAddress(new URL(path, site.staffUrl === undefined ? window.location.href : (site.previewUrl ?? site.siteUrl)).href);
        onReview(review);
      },
    );
  const revoke = (linkId: string) =>
    run(
      linkId,
      () => http.call(revokeReviewLink, { params: { kind, id, linkId } }),
      (review) => {
        setAddress('');
        onReview(review);
      },
    );
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(address);
      notify.success('Link copied');
    } catch {
      notify.error('The link could not be copied');
    }
  };

  return (
    <details className={styles.links} open={address !== ''}>
      <summary className={styles.summary}>Share a preview link{links.length > 0 && ` (${links.length})`}</summary>
      <div className={styles.linkForm}>
        <p>Anyone with the link can see the saved draft without signing in.</p>
        <SelectField label="Valid for" name="reviewDays" options={DAY_OPTIONS} value={days} onChange={({ target }) => setDays(target.value)} />
        <div>
          <Button variant="secondary" size="small" busy={pending === 'create'} onClick={() => void create()}>
            Create link
          </Button>
        </div>
        <FormError>{error}</FormError>
        {address !== '' && (
          <>
            <TextField label="Review link" name="reviewLink" readOnly value={address} hint="Copy it now. It will not be shown again." />
            <div>
              <Button variant="secondary" size="small" icon={copyIcon} onClick={() => void copy()}>
                Copy link
              </Button>
            </div>
          </>
        )}
        {links.length > 0 && (
          <ul className={styles.comments} aria-label="Review links">
            {links.map(({ _id, createdBy, expiresAt }) => (
              <li key={_id} className={styles.head}>
                <span>
                  Created by {createdBy}, valid until {formatLagosTime(expiresAt)}
                </span>
                <Button
                  variant="quiet"
                  size="small"
                  label={`Revoke the link created by ${createdBy}, valid until ${formatLagosTime(expiresAt)}`}
                  busy={pending === _id}
                  onClick={() => void revoke(_id)}
                >
                  Revoke
                </Button>
              </li>
            ))}
          </ul>
        )}
      </div>
    </details>
  );
};
