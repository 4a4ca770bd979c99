import type { Dashboard } from '@site/shared/contracts/dashboard';
import { formatShortDate } from '@site/shared/domain/dates';
import { imageUrl } from '@site/shared/domain/image-url';
import { KINDS } from '@site/shared/domain/kinds';
import { ButtonLink } from '@site/shared/ui/button';
import { Icon } from '@site/shared/ui/icon';
import { documentIcon, eyeIcon, type IconShape, imageIcon, inboxIcon, linkIcon } from '@site/shared/ui/icon-shapes';
import { PlainLink } from '@site/shared/ui/link';
import { getEditorPath, getListPath } from '../kinds/kind-paths.ts';
import { getAreaIcon } from '../layout/staff-navigation.ts';
import { StaffPanel } from '../layout/staff-panel.tsx';
import { ContentStatusChip } from '../layout/status-chip.tsx';
import styles from './dashboard-page.module.css';
import { type AttentionLine, describeActivity, timeAgo } from './dashboard-text.ts';

interface AttentionStyle {
  readonly icon: IconShape;
  readonly to: string;
  readonly verb: string;
  /** Accessible name of the button. The verb alone would be ambiguous. */
  readonly label: string;
}

const ATTENTION: Readonly<Record<AttentionLine['kind'], AttentionStyle>> = {
  review: { icon: eyeIcon, to: '/admin/posts', verb: 'Review', label: 'Review' },
  'unread-application': { icon: inboxIcon, to: '/admin/applications?show=new', verb: 'Read', label: 'Read the new applications' },
  'old-draft': { icon: documentIcon, to: '/admin/posts?show=draft&sort=changed', verb: 'Open', label: 'Open the drafts' },
  'missing-alt': { icon: imageIcon, to: '/admin/media?show=no-alt', verb: 'Add alt text', label: 'Add alt text to the photos' },
  'broken-link': { icon: linkIcon, to: '/admin/links?show=broken', verb: 'Fix', label: 'Fix the links' },
  sample: { icon: imageIcon, to: '/admin/gallery?show=sample', verb: 'Replace', label: 'Replace the sample images' },
};

/** Lists pending work. `mayOpen` returns whether the user's role has access to a screen. */
export const NeedsAttention = ({ lines, mayOpen }: { readonly lines: readonly AttentionLine[]; readonly mayOpen: (path: string) => boolean }) => (
  <StaffPanel title="Needs attention">
    {lines.length === 0 ? (
      <p>Nothing needs attention.</p>
    ) : (
      <ul className={styles.rows}>
        {lines.map(({ kind, headline, detail, to: specificPath }) => {
          const { icon, verb, label: kindLabel, ...look } = ATTENTION[kind];
          const to = specificPath ?? look.to;
          const label = specificPath === undefined ? kindLabel : `${kindLabel}: ${headline}`;
          return (
            <li key={specificPath ?? kind} className={styles.row}>
              <span className={styles.mark}>
                <Icon shape={icon} />
              </span>
              <span className={styles.rowText}>
                <b>{headline}</b>
                <span className={styles.small}>{detail}</span>
              </span>
              {mayOpen(to) && (
                <ButtonLink to={to} variant="secondary" size="small" label={label}>
                  {verb}
                </ButtonLink>
              )}
            </li>
          );
        })}
      </ul>
    )}
  </StaffPanel>
);

const describeProgress = ({ status, author, at }: Dashboard['inProgress'][number], now: number): string => {
  const progressText =
    status === 'draft' ? `edited ${timeAgo(at, now)}` : status === 'scheduled' ? `scheduled for ${formatShortDate(at)}` : formatShortDate(at);
  return [author, progressText].filter((part) => part !== '').join(', ');
};

export const PostsInProgress = ({ posts, now }: { readonly posts: Dashboard['inProgress']; readonly now: number }) => (
  <StaffPanel
    title="Posts in progress"
    action={
      <PlainLink to="/admin/posts" className={styles.panelLink}>
        All posts
      </PlainLink>
    }
  >
    {posts.length === 0 ? (
      <p>There are no posts yet.</p>
    ) : (
      <ul className={styles.rows}>
        {posts.map((post) => (
          <li key={post._id} className={styles.row}>
            <span className={styles.rowText}>
              <PlainLink to={`/admin/posts/${post._id}`} className={styles.rowLink}>
                {post.title || 'Untitled'}
              </PlainLink>
              <span className={styles.small}>{describeProgress(post, now)}</span>
            </span>
            <ContentStatusChip status={post.status} />
          </li>
        ))}
      </ul>
    )}
  </StaffPanel>
);

type Activity = Dashboard['activity'][number];

/** One of the sizes that the image server provides. */
const THUMBNAIL = { width: 96, height: 96, crop: 'fill' } as const;

/** Number of rows, to match the adjacent panel. */
const ACTIVITY_ROWS = 6;

interface LatestActivityProps {
  readonly activity: readonly Activity[];
  readonly now: number;
  readonly mayOpen: (path: string) => boolean;
}

export const LatestActivity = ({ activity, now, mayOpen }: LatestActivityProps) => (
  <StaffPanel title="Latest activity">
    {activity.length === 0 ? (
      <p>No activity yet.</p>
    ) : (
      <ul className={styles.rows}>
        {activity.slice(0, ACTIVITY_ROWS).map((item) => {
          const { kind, _id, title, image } = item;
          const path = getEditorPath(kind, _id);
          return (
            <li key={`${kind}-${_id}`} className={styles.row}>
              {image === '' ? (
                <span className={styles.plainMark}>
                  <Icon shape={getAreaIcon(getListPath(kind))} />
                </span>
              ) : (
                <img className={styles.thumbnail} src={imageUrl(image, THUMBNAIL)} alt="" width={38} height={38} loading="lazy" />
              )}
              <span className={styles.rowText}>
                {KINDS[kind].label}{' '}
                {mayOpen(path) ? (
                  <PlainLink to={path} className={styles.rowLink}>
                    {title || 'Untitled'}
                  </PlainLink>
                ) : (
                  <b>{title || 'Untitled'}</b>
                )}
                <span className={styles.small}>{describeActivity(item, now)}</span>
              </span>
            </li>
          );
        })}
      </ul>
    )}
  </StaffPanel>
);
