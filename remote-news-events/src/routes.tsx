import type { ApiError } from '@site/shared/contracts/api-error';
import type { Result } from '@site/shared/domain/result';
import type { HostServices } from '@site/shared/remote/host-services';
import { page, type RemoteRoute, type ResourceRequest } from '@site/shared/remote/remote-contract';
import { AreaFrame } from './area/area-frame.tsx';
import { CALENDAR_PATH, EVENTS_PATH } from './events/events-content.ts';
import { getEventDetailHead, getEventsListHead } from './events/events-head.ts';
import { FEED_FORMATS, type FeedFormat, getFeedPath, getFeedType } from './feeds/feed-formats.ts';
import { getNewsArticleHead, getNewsListHead } from './news/news-head.ts';
import { getTopicPath, TOPIC_KINDS, type TopicalPath, type TopicKind } from './topics/topics.ts';

const CALENDAR_TYPE = 'text/calendar; charset=utf-8';

const getTopicPattern = (list: TopicalPath, kind: TopicKind): string => getTopicPath(list, { kind, slug: ':slug' });

// Separate chunks, because pages rendered on the server already have their data.
const importNewsData = () => import(/* webpackChunkName: "news-data" */ './news/news-data.ts');
const importEventsData = () => import(/* webpackChunkName: "events-data" */ './events/events-data.ts');
const importReviewLink = () => import(/* webpackChunkName: "review-link" */ '@site/shared/remote/review-link');

const newsListRoute = (services: HostServices, path: string, kind?: TopicKind): RemoteRoute =>
  page({
    path,
    chunk: 'news-list',
    editPath: '/admin/posts',
    render: 'content',
    head: getNewsListHead,
    ...(kind !== undefined && { addresses: async (signal: AbortSignal) => (await importNewsData()).getNewsTopicAddresses(services, kind, signal) }),
    loader: async (args) => (await importNewsData()).loadNewsList(services, args, kind),
    lazy: async () => {
      const { NewsListPage } = await import(/* webpackChunkName: "news-list" */ './news/news-list-page.tsx');
      return { Component: NewsListPage };
    },
  });

const newsRoutes = (services: HostServices): RemoteRoute[] => [
  newsListRoute(services, '/news'),
  ...TOPIC_KINDS.map((kind) => newsListRoute(services, getTopicPattern('/news', kind), kind)),
  page({
    path: '/news/:slug',
    chunk: 'news-article',
    editPath: '/admin/posts/:slug',
    render: 'content',
    head: getNewsArticleHead(services.site),
    addresses: async (signal) => (await importNewsData()).getPostAddresses(services, signal),
    loader: async (args) => (await importNewsData()).loadNewsArticle(services, args),
    lazy: async () => {
      const { NewsArticlePage } = await import(/* webpackChunkName: "news-article" */ './news/news-article-page.tsx');
      return { element: <NewsArticlePage services={services} /> };
    },
  }),
];

type FeedSource = (format: FeedFormat, request: ResourceRequest) => Promise<Result<string, ApiError>>;

const feedRoutes = (listPath: string, getFeed: FeedSource): RemoteRoute[] =>
  FEED_FORMATS.map((format) => ({
    path: getFeedPath(listPath, format),
    resource: { contentType: `${getFeedType(format)}; charset=utf-8`, text: (request) => getFeed(format, request) },
  }));

const newsFeedRoutes = (services: HostServices, listPath: string, kind?: TopicKind): RemoteRoute[] =>
  feedRoutes(listPath, async (format, { params, signal }) => {
    const { getNewsFeed } = await import('./news/news-feed.server.ts');
    return getNewsFeed(services, format, signal, kind === undefined ? undefined : { kind, slug: params.slug ?? '' });
  });

const eventFeedRoutes = (services: HostServices, listPath: string, kind?: TopicKind): RemoteRoute[] =>
  feedRoutes(listPath, async (format, { params, signal }) => {
    const { getEventsFeed } = await import('./events/event-feed.server.ts');
    return getEventsFeed(services, format, signal, kind === undefined ? undefined : { kind, slug: params.slug ?? '' });
  });

const resourceRoutes = (services: HostServices): RemoteRoute[] => [
  ...newsFeedRoutes(services, '/news'),
  ...TOPIC_KINDS.flatMap((kind) => newsFeedRoutes(services, getTopicPattern('/news', kind), kind)),
  ...eventFeedRoutes(services, EVENTS_PATH),
  ...TOPIC_KINDS.flatMap((kind) => eventFeedRoutes(services, getTopicPattern(EVENTS_PATH, kind), kind)),
  {
    path: CALENDAR_PATH,
    resource: { contentType: CALENDAR_TYPE, text: async ({ signal }) => (await import('./events/event-calendar.server.ts')).getCalendar(services, signal) },
  },
  {
    path: '/events/:id/event.ics',
    resource: {
      contentType: CALENDAR_TYPE,
      text: async ({ params, signal }) => (await import('./events/event-calendar.server.ts')).getEventCalendar(services, params.id ?? '', signal),
    },
  },
];

const PREVIEW_HEAD = { title: 'Preview', description: 'A page that is not published yet.' };

/** Staff previews are rendered in the browser, with the staff member's session. */
const previewRoutes = (services: HostServices): RemoteRoute[] => [
  page({
    path: '/news/preview/:id',
    chunk: 'post-preview',
    render: 'browser',
    head: () => PREVIEW_HEAD,
    loader: async (args) => {
      const { loadPostPreview } = await import(/* webpackChunkName: "post-preview" */ './news/post-preview-page.tsx');
      return loadPostPreview(services, args);
    },
    lazy: async () => {
      const { PostPreviewPage } = await import(/* webpackChunkName: "post-preview" */ './news/post-preview-page.tsx');
      return { element: <PostPreviewPage services={services} /> };
    },
  }),
  page({
    path: '/events/preview/:id',
    chunk: 'event-preview',
    render: 'browser',
    head: () => PREVIEW_HEAD,
    loader: async (args) => {
      const { loadEventPreview } = await import(/* webpackChunkName: "event-preview" */ './events/event-preview-page.tsx');
      return loadEventPreview(services, args);
    },
    lazy: async () => {
      const { EventPreviewPage } = await import(/* webpackChunkName: "event-preview" */ './events/event-preview-page.tsx');
      return { element: <EventPreviewPage services={services} /> };
    },
  }),
];

const REVIEW_HEAD = { title: 'Draft', description: 'A page that is not published yet.' };

/** Drafts for anyone outside the staff who has a review link. They are rendered in the browser, so that no server caches them. */
const reviewRoutes = (services: HostServices): RemoteRoute[] => [
  page({
    path: '/news/review/:token',
    chunk: 'post-review',
    render: 'browser',
    head: () => REVIEW_HEAD,
    loader: async (args) => (await importReviewLink()).loadReviewed(services, args),
    lazy: async () => {
      const { PostReviewPage } = await import(/* webpackChunkName: "post-review" */ './news/post-review-page.tsx');
      return { element: <PostReviewPage services={services} /> };
    },
  }),
  page({
    path: '/events/review/:token',
    chunk: 'event-review',
    render: 'browser',
    head: () => REVIEW_HEAD,
    loader: async (args) => (await importReviewLink()).loadReviewed(services, args),
    lazy: async () => {
      const { EventReviewPage } = await import(/* webpackChunkName: "event-review" */ './events/event-review-page.tsx');
      return { element: <EventReviewPage services={services} /> };
    },
  }),
];

const eventsListRoute = (services: HostServices, path: string, kind?: TopicKind): RemoteRoute =>
  page({
    path,
    chunk: 'events-list',
    editPath: '/admin/events',
    render: 'content',
    head: getEventsListHead,
    ...(kind !== undefined && { addresses: async (signal: AbortSignal) => (await importEventsData()).getEventTopicAddresses(services, kind, signal) }),
    loader: async (args) => (await importEventsData()).loadEventsList(services, args, kind),
    lazy: async () => {
      const { EventsListPage } = await import(/* webpackChunkName: "events-list" */ './events/events-list-page.tsx');
      return { Component: EventsListPage };
    },
  });

const eventRoutes = (services: HostServices): RemoteRoute[] => [
  eventsListRoute(services, EVENTS_PATH),
  ...TOPIC_KINDS.map((kind) => eventsListRoute(services, getTopicPattern(EVENTS_PATH, kind), kind)),
  page({
    path: '/events/:id',
    chunk: 'event-detail',
    editPath: '/admin/events/:id',
    render: 'content',
    head: getEventDetailHead(services.site),
    addresses: async (signal) => (await importEventsData()).getEventAddresses(services, signal),
    loader: async (args) => (await importEventsData()).loadEventDetail(services, args),
    lazy: async () => {
      const { EventDetailPage } = await import(/* webpackChunkName: "event-detail" */ './events/event-detail-page.tsx');
      return { element: <EventDetailPage services={services} /> };
    },
  }),
];

/** Creates the routes of news and events. A failed request shows a message on the page; a bug affects this area only. */
export const createRoutes = (services: HostServices): RemoteRoute[] => [
  {
    element: <AreaFrame />,
    children: [...newsRoutes(services), ...eventRoutes(services), ...previewRoutes(services), ...reviewRoutes(services), ...resourceRoutes(services)],
  },
];
