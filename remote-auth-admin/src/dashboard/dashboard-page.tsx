import type { Dashboard } from '@site/shared/contracts/dashboard';
import type { HostServices } from '@site/shared/host-services';
import { useLoaderData, useRevalidator } from '@site/shared/router';
import { ButtonLink } from '@site/shared/ui/button';
import { Icon } from '@site/shared/ui/icon';
import { calendarIcon, documentIcon, type IconShape, imageIcon, inboxIcon } from '@site/shared/ui/icon-shapes';
import { PlainLink } from '@site/shared/ui/link';
import { PageFailure } from '@site/shared/ui/page-failure';
import { useStore } from 'zustand/react';
import { hasRole } from '../layout/staff-navigation.ts';
import type { DashboardData } from './dashboard-loader.ts';
import styles from './dashboard-page.module.css';
import { type AttentionLine, attentionLines, counted, greeting, postsLine, timeAgo, todayLine } from './dashboard-words.ts';
import { PageViewsChart } from './page-views-chart.tsx';

interface TileProps {
  readonly tone: 'white' | 'mint' | 'sky' | 'sun';
  readonly icon: IconShape;
  readonly label: string;
  readonly value: number;
  readonly detail: string;
  /** The screen behind the number. */
  readonly to?: string;
}

const Tile = ({ tone, icon, label, value, detail, to }: TileProps) => (
  <li className={`${styles.tile} ${styles[tone]}`}>
    <p className={styles.tileLabel}>
      <Icon shape={icon} />
      {to === undefined ? (
        label
      ) : (
        <PlainLink to={to} className={styles.tileLink}>
          {label}
        </PlainLink>
      )}
    </p>
    <p className={styles.tileValue}>{value}</p>
    <p className={styles.tileDetail}>{detail}</p>
  </li>
);

const ATTENTION_ICONS: Readonly<Record<AttentionLine['kind'], IconShape>> = {
  'unread-application': inboxIcon,
  'old-draft': documentIcon,
  'missing-alt': imageIcon,
};

const NeedsAttention = ({ lines }: { readonly lines: readonly AttentionLine[] }) => (
  <section className={styles.panel} aria-labelledby="needs-attention">
    <h2 id="needs-attention" className={styles.panelTitle}>
      Needs attention
    </h2>
    {lines.length === 0 ? (
      <p>Nothing at the moment.</p>
    ) : (
      <ul className={styles.rows}>
        {lines.map(({ kind, headline, detail }) => (
          <li key={kind} className={styles.row}>
            <span className={styles.mark}>
              <Icon shape={ATTENTION_ICONS[kind]} />
            </span>
            <span className={styles.rowWords}>
              <b>{headline}</b>
              <span className={styles.small}>{detail}</span>
            </span>
            {kind === 'unread-application' && (
              <ButtonLink to="/admin/applications?show=new" variant="secondary" size="small" label="Read the new applications">
                Read
              </ButtonLink>
            )}
          </li>
        ))}
      </ul>
    )}
  </section>
);

const ACTIVITY_WORDS: Readonly<Record<Dashboard['activity'][number]['kind'], string>> = { post: 'Post', event: 'Event', image: 'Photo', program: 'Program' };

const LatestActivity = ({ activity, now }: { readonly activity: Dashboard['activity']; readonly now: number }) => (
  <section className={styles.panel} aria-labelledby="latest-activity">
    <h2 id="latest-activity" className={styles.panelTitle}>
      Latest activity
    </h2>
    {activity.length === 0 ? (
      <p>Nothing has changed yet.</p>
    ) : (
      <ul className={styles.rows}>
        {activity.map(({ kind, _id, title, at }) => (
          <li key={`${kind}-${_id}`} className={styles.row}>
            <span>
              {ACTIVITY_WORDS[kind]}{' '}
              {kind === 'event' ? <PlainLink to={`/admin/events/${_id}`}>{title || 'Untitled'}</PlainLink> : <b>{title || 'Untitled'}</b>}
              <span className={styles.small}>{timeAgo(at, now)}</span>
            </span>
          </li>
        ))}
      </ul>
    )}
  </section>
);

const Numbers = ({ dashboard, now, seesApplications }: { readonly dashboard: Dashboard; readonly now: number; readonly seesApplications: boolean }) => {
  const { posts, upcomingEvents, images, albums, newApplications, attention, activity, pageViews } = dashboard;
  return (
    <>
      <ul className={styles.tiles} aria-label="Counts">
        <Tile
          tone="white"
          icon={documentIcon}
          label="Posts"
          value={posts.draft + posts.scheduled + posts.published + posts.archived}
          detail={postsLine(posts)}
        />
        <Tile
          tone="mint"
          icon={calendarIcon}
          label="Upcoming events"
          value={upcomingEvents}
          detail={upcomingEvents === 0 ? 'none is planned' : 'shown to visitors'}
          to="/admin/events?show=upcoming"
        />
        <Tile tone="sky" icon={imageIcon} label="Photos" value={images} detail={`in ${counted(albums, 'album', 'albums')}`} />
        {seesApplications && (
          <Tile
            tone={newApplications > 0 ? 'sun' : 'white'}
            icon={inboxIcon}
            label="New applications"
            value={newApplications}
            detail={newApplications === 0 ? 'all are read' : 'wait to be read'}
            to="/admin/applications?show=new"
          />
        )}
      </ul>
      <div className={styles.columns}>
        <PageViewsChart pageViews={pageViews} />
        <NeedsAttention lines={attentionLines(attention)} />
      </div>
      <LatestActivity activity={activity} now={now} />
    </>
  );
};

/** The first screen after a sign-in (NS-01). */
export const DashboardPage = ({ services }: { readonly services: HostServices }) => {
  const { dashboard, now } = useLoaderData<DashboardData>();
  const { revalidate, state } = useRevalidator();
  const user = useStore(services.auth, (auth) => auth.user);
  return (
    <div className={styles.page}>
      <div>
        <h1 className={styles.title}>{greeting(now, user?.name ?? '')}</h1>
        {dashboard.ok && <p className={styles.muted}>{todayLine(now, attentionLines(dashboard.value.attention).length)}</p>}
      </div>
      {dashboard.ok ? (
        <Numbers dashboard={dashboard.value} now={now} seesApplications={user !== null && hasRole(user.role, 'editor')} />
      ) : (
        <PageFailure
          title="Failed to load the dashboard"
          message={dashboard.error.kind === 'forbidden' ? 'You do not have permission to do this' : 'The numbers cannot be had at the moment. Nothing is lost.'}
          onRetry={() => void revalidate()}
          retrying={state === 'loading'}
        />
      )}
    </div>
  );
};
