import { countPageView, type Dashboard, getDashboard } from '@site/shared/contracts/dashboard';
import type { FastifyInstance } from 'fastify';
import { hasRole } from '../../auth/staff.ts';
import type { Mount } from '../../http/mount-endpoint.ts';
import { listEventRows } from '../../repositories/events.ts';
import { listAlbumRows, listImageRows } from '../../repositories/gallery.ts';
import { listPostRows } from '../../repositories/posts.ts';
import { listProgramRows } from '../../repositories/programs.ts';
import type { Services } from '../../services.ts';
import { isEventUpcoming } from '../events/upcoming.ts';
import { createPageViews } from './page-views.ts';

const OLD_DRAFT_MS = 14 * 24 * 60 * 60 * 1000;
const LIST_LIMIT = 10;
const IN_PROGRESS_LIMIT = 4;
/** Of each kind: the screens say how many there are of it. */
const ATTENTION_LIMIT = 100;

type Activity = Dashboard['activity'][number];
type Attention = Dashboard['attention'][number];

export const mountDashboard = (app: FastifyInstance, mount: Mount, { db, now }: Services): void => {
  const views = createPageViews(db, now);
  app.addHook('preClose', () => views.flush());

  mount(countPageView, async ({ body }) => {
    views.count(body.path);
    return { message: 'Counted.' };
  });

  mount(getDashboard, async ({ staff }) => {
    const isEditor = hasRole(staff, 'editor');
    await views.flush();
    const [posts, events, images, albums, programs] = [
      await listPostRows(db, true),
      await listEventRows(db, true),
      await listImageRows(db, { isPublishedOnly: false }),
      await listAlbumRows(db),
      await listProgramRows(db),
    ];
    const unread = isEditor
      ? await db
          .selectFrom('applications')
          .select(['id', 'name', 'created_at'])
          .where('read_at', 'is', null)
          .where('deleted_at', 'is', null)
          .orderBy('created_at')
          .execute()
      : [];
    const oldest = new Date(now().getTime() - OLD_DRAFT_MS).toISOString();

    const attention: Attention[] = [
      ...unread.slice(0, ATTENTION_LIMIT).map(({ id, name }) => ({ kind: 'unread-application' as const, _id: id, title: name })),
      ...posts
        .filter((post) => post.status === 'draft' && post.updated_at < oldest)
        .slice(0, ATTENTION_LIMIT)
        .map(({ id, title }) => ({ kind: 'old-draft' as const, _id: id, title })),
      ...images
        .filter((image) => image.alt === '')
        .slice(0, ATTENTION_LIMIT)
        .map(({ id, title }) => ({ kind: 'missing-alt' as const, _id: id, title })),
    ];
    const activity: Activity[] = [
      ...posts.map(({ id, title, updated_at: at }) => ({ kind: 'post' as const, _id: id, title, at })),
      ...events.map(({ id, title, updated_at: at }) => ({ kind: 'event' as const, _id: id, title, at })),
      ...images.map(({ id, title, updated_at: at }) => ({ kind: 'image' as const, _id: id, title, at })),
      ...programs.map(({ id, title, updated_at: at }) => ({ kind: 'program' as const, _id: id, title, at })),
    ];
    // Ordered by their dates.
    const upcoming = events.filter((event) => event.status === 'published' && isEventUpcoming(event, now()));
    const isDone = (status: string): number => (status === 'draft' || status === 'scheduled' ? 0 : 1);
    const inProgress = posts
      .toSorted((one, other) => isDone(one.status) - isDone(other.status) || other.updated_at.localeCompare(one.updated_at))
      .slice(0, IN_PROGRESS_LIMIT)
      .map(({ id, title, status, author_name: author, updated_at: at, published_at: publishedAt }) => ({
        _id: id,
        title,
        status,
        author,
        at: status === 'draft' ? at : (publishedAt ?? at),
      }));
    const countPosts = (status: string): number => posts.filter((post) => post.status === status).length;
    return {
      posts: { draft: countPosts('draft'), scheduled: countPosts('scheduled'), published: countPosts('published'), archived: countPosts('archived') },
      inProgress,
      upcomingEvents: upcoming.length,
      nextEvent: upcoming.find(({ date }) => date !== null)?.date ?? null,
      images: images.length,
      albums: albums.length,
      newApplications: unread.length,
      oldestApplication: unread[0]?.created_at ?? null,
      samples: [...posts, ...events, ...images, ...programs].filter((row) => row.is_sample === 1).length,
      samplePictures: images.filter((image) => image.is_sample === 1).length,
      attention,
      activity: activity.sort((one, other) => other.at.localeCompare(one.at)).slice(0, LIST_LIMIT),
      pageViews: [...(await views.readMonth())],
    };
  });
};
