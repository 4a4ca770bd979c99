import { countPageView, countPageViews, type Dashboard, getDashboard } from '@site/shared/contracts/dashboard';
import type { ContentKind } from '@site/shared/domain/content-kind';
import type { KindName } from '@site/shared/domain/kinds';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import {
  countPostsByStatus,
  countSamples,
  countUndeleted,
  describeUpcomingEvents,
  listActivity,
  listImagesWithoutAlt,
  listOldDrafts,
  listPostsInProgress,
  listUnreadApplications,
} from '../../database/dashboard-queries.ts';
import { DOCUMENT_KINDS } from '../../database/document-kinds.ts';
import { countBrokenLinks } from '../../database/external-links.ts';
import { findStoredImage } from '../../database/image-queries.ts';
import { createPageViews } from '../../database/page-views.ts';
import { listRequestedReviews } from '../../database/review-queries.ts';
import { hasMinimumRole } from '../../domain/permissions.ts';
import type { Mount } from '../mount-endpoint.ts';
import type { Services } from '../services.ts';

const OLD_DRAFT_MS = 14 * 24 * 60 * 60 * 1000;
const LIST_LIMIT = 10;
const IN_PROGRESS_LIMIT = 4;
const ATTENTION_LIMIT = 100;

const getLabel = (kind: KindName, name: string): string => {
  const { fields, image }: ContentKind = DOCUMENT_KINDS[kind].kind;
  if (name === image.altField) return 'Alt text';
  return name === image.name ? image.label : (fields[name]?.label ?? name);
};

type AttentionItem = Dashboard['attention'][number];

export const mountDashboard = (app: FastifyInstance, mount: Mount, { db, now, imageUrls }: Services): void => {
  const pageViews = createPageViews(db, now, app.log);
  const describeActivity = async ({ id, imageId, changed, ...row }: Awaited<ReturnType<typeof listActivity>>[number]) => ({
    ...row,
    _id: id,
    changed: changed.map((name) => getLabel(row.kind, name)),
    // Include the key for drafts in the URL, because only staff receive it.
    image: imageUrls.getUrl(imageId === null ? null : ((await findStoredImage(db, imageId)) ?? null), false),
  });
  app.addHook('preClose', () => pageViews.close());

  // Only the host may count page views. A request with a forwarding header comes from a visitor, who could inflate the counts.
  const isFromHost = (request: FastifyRequest): boolean => request.headers['x-forwarded-for'] === undefined;

  mount(countPageView, async ({ body, request }) => {
    if (isFromHost(request)) pageViews.count(body.path);
    return { message: 'Counted.' };
  });

  mount(countPageViews, async ({ body, request }) => {
    if (isFromHost(request)) for (const { path, views } of body.pages) pageViews.count(path, views);
    return { message: 'Counted.' };
  });

  mount(getDashboard, async ({ staff }) => {
    const isEditor = hasMinimumRole(staff, 'editor');
    await pageViews.flush();
    const unreadApplications = isEditor ? await listUnreadApplications(db, ATTENTION_LIMIT) : { total: 0, rows: [] };
    const oldDraftThreshold = new Date(now().getTime() - OLD_DRAFT_MS).toISOString();

    const attentionItems: AttentionItem[] = [
      // List a school visit under the school's name.
      ...unreadApplications.rows.map(({ id, name, school }) => ({ kind: 'unread-application' as const, _id: id, title: school || name })),
      ...(await listOldDrafts(db, oldDraftThreshold, ATTENTION_LIMIT)),
      ...(await listImagesWithoutAlt(db, ATTENTION_LIMIT, isEditor ? null : staff.id)),
    ];
    const upcomingEvents = await describeUpcomingEvents(db, now().toISOString());
    return {
      posts: await countPostsByStatus(db),
      inProgress: await listPostsInProgress(db, IN_PROGRESS_LIMIT),
      upcomingEvents: upcomingEvents.count,
      nextEvent: upcomingEvents.next,
      images: await countUndeleted(db, 'gallery_images'),
      albums: await countUndeleted(db, 'albums'),
      newApplications: unreadApplications.total,
      oldestApplication: unreadApplications.rows[0]?.created_at ?? null,
      samples: await countSamples(db),
      samplePictures: await countSamples(db, ['gallery_images']),
      attention: attentionItems,
      activity: await Promise.all((await listActivity(db, LIST_LIMIT)).map(describeActivity)),
      brokenLinks: isEditor ? await countBrokenLinks(db) : 0,
      reviews: isEditor ? await listRequestedReviews(db, ATTENTION_LIMIT) : [],
      pageViews: [...(await pageViews.readMonth())],
    };
  });
};
