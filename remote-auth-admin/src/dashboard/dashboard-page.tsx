import type { Dashboard } from '@site/shared/contracts/dashboard';
import { formatShortDate } from '@site/shared/domain/dates';
import { useLoaderData, useRevalidator } from '@site/shared/router';
import { ButtonLink, ButtonRow } from '@site/shared/ui/button';
import { Icon } from '@site/shared/ui/icon';
import { calendarIcon, documentIcon, type IconShape, imageIcon, inboxIcon } from '@site/shared/ui/icon-shapes';
import { PlainLink } from '@site/shared/ui/link';
import { PageFailure } from '@site/shared/ui/page-failure';
import { useStore } from 'zustand/react';
import { getAreas } from '../layout/staff-navigation.ts';
import type { ScreenProps } from '../session/staff-screen.tsx';
import type { DashboardData } from './dashboard-loader.ts';
import styles from './dashboard-page.module.css';
import { LatestActivity, NeedsAttention, PostsInProgress } from './dashboard-panels.tsx';
import { attentionLines, greeting, pluralise, postsLine, timeAgo, todayLine } from './dashboard-text.ts';
import { PageViewsChart } from './page-views-chart.tsx';

interface TileProps {
  readonly tone: 'white' | 'mint' | 'sky' | 'sun';
  readonly icon: IconShape;
  readonly label: string;
  readonly value: number;
  readonly detail: string;
  /** Path of the screen that lists the counted items; '' if the user's role has no access. */
  readonly to: string;
}

const Tile = ({ tone, icon, label, value, detail, to }: TileProps) => (
  <li className={`${styles.tile} ${styles[tone]}`}>
    <p className={styles.tileLabel}>
      <Icon shape={icon} />
      {to === '' ? (
        label
      ) : (
        <PlainLink to={to} className={styles.tileLink}>
          {label}
        </PlainLink>
      )}
    </p>
    <p className={styles.tileValue}>{value.toLocaleString('en-US')}</p>
    <p className={styles.tileDetail}>{detail}</p>
  </li>
);

const applicationsDetail = ({ newApplications, oldestApplication }: Dashboard, now: number): string => {
  if (newApplications === 0) return 'all read';
  return oldestApplication === null ? 'unread' : `oldest: ${timeAgo(oldestApplication, now)}`;
};

const eventsDetail = ({ upcomingEvents, nextEvent }: Dashboard): string => {
  if (upcomingEvents === 0) return 'none planned';
  return nextEvent === null ? 'shown to visitors' : `next: ${formatShortDate(nextEvent)}`;
};

interface KeyFiguresProps {
  readonly dashboard: Dashboard;
  readonly now: number;
  readonly mayOpen: (path: string) => boolean;
}

const KeyFigures = ({ dashboard, now, mayOpen }: KeyFiguresProps) => {
  const { posts, upcomingEvents, images, albums, newApplications, activity, pageViews, inProgress } = dashboard;
  const getAllowedPath = (path: string): string => (mayOpen(path) ? path : '');
  return (
    <>
      <ul className={styles.tiles} aria-label="Counts">
        <Tile
          tone="white"
          icon={documentIcon}
          label="Posts"
          value={posts.draft + posts.scheduled + posts.published + posts.archived}
          detail={postsLine(posts)}
          to="/admin/posts"
        />
        <Tile
          tone="mint"
          icon={calendarIcon}
          label="Upcoming events"
          value={upcomingEvents}
          detail={eventsDetail(dashboard)}
          to="/admin/events?show=upcoming"
        />
        <Tile
          tone="sky"
          icon={imageIcon}
          label="Photos"
          value={images}
          detail={`in ${pluralise(albums, 'album', 'albums')}`}
          to={getAllowedPath('/admin/gallery')}
        />
        {mayOpen('/admin/applications') && (
          <Tile
            tone={newApplications > 0 ? 'sun' : 'white'}
            icon={inboxIcon}
            label="New applications"
            value={newApplications}
            detail={applicationsDetail(dashboard, now)}
            to="/admin/applications?show=new"
          />
        )}
      </ul>
      <div className={styles.columns}>
        <PageViewsChart pageViews={pageViews} />
        <NeedsAttention lines={attentionLines(dashboard)} mayOpen={mayOpen} />
      </div>
      <div className={styles.columns}>
        <PostsInProgress posts={inProgress} now={now} />
        <LatestActivity activity={activity} now={now} mayOpen={mayOpen} />
      </div>
    </>
  );
};

/** Shows the dashboard, the first screen after sign-in (NS-01). */
export const DashboardPage = ({ services }: ScreenProps) => {
  const { dashboard, now } = useLoaderData<DashboardData>();
  const { revalidate, state } = useRevalidator();
  const user = useStore(services.auth, (auth) => auth.user);
  const areas = getAreas(user?.role ?? 'contributor');
  const mayOpen = (path: string): boolean => areas.some((area) => path.startsWith(area.path));
  return (
    <div className={styles.page}>
      <div className={styles.head}>
        <div className={styles.greeting}>
          <h1 className={styles.title}>{greeting(now, user?.name ?? '')}</h1>
          {dashboard.ok && <p className={styles.muted}>{todayLine(now, attentionLines(dashboard.value).length)}</p>}
        </div>
        <ButtonRow>
          <ButtonLink to="/admin/posts/new" variant="secondary" size="small" icon={documentIcon}>
            Write a post
          </ButtonLink>
          <ButtonLink to="/admin/events/new" variant="secondary" size="small" icon={calendarIcon}>
            Plan an event
          </ButtonLink>
          {mayOpen('/admin/gallery') && (
            <ButtonLink to="/admin/gallery" variant="secondary" size="small" icon={imageIcon}>
              Add photos
            </ButtonLink>
          )}
        </ButtonRow>
      </div>
      {dashboard.ok ? (
        <KeyFigures dashboard={dashboard.value} now={now} mayOpen={mayOpen} />
      ) : (
        <PageFailure
          title="Failed to load the dashboard"
          message={
            dashboard.error.kind === 'forbidden'
              ? 'You do not have permission to do this'
              : 'The statistics are not available right now. No data has been lost.'
          }
          onRetry={() => void revalidate()}
          retrying={state === 'loading'}
        />
      )}
    </div>
  );
};
