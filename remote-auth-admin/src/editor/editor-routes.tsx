import type { ApiError } from '@site/shared/contracts/api-error';
import type { Endpoint, ResponseOf } from '@site/shared/contracts/endpoint';
import { getEvent } from '@site/shared/contracts/event';
import { getPost } from '@site/shared/contracts/post';
import { getProgram } from '@site/shared/contracts/program';
import { type Result, success } from '@site/shared/domain/result';
import type { HostServices } from '@site/shared/remote/host-services';
import type { RemoteRoute } from '@site/shared/remote/remote-contract';
import type { LoaderFunctionArgs } from '@site/shared/router';
import { HISTORY_PARAMS, type HistoryKind, historyLoader } from '../history/history-loader.ts';
import type { ScreenProps, ScreenRoute } from '../session/staff-screen.tsx';

/** The document of the URL, or null for a new one. */
const loadDocument =
  <E extends Endpoint>({ http }: HostServices, get: E, name: string) =>
  async ({ params: { id = '' }, request }: LoaderFunctionArgs): Promise<Result<ResponseOf<E> | null, ApiError>> =>
    id === 'new' ? success(null) : http.call(get, { params: { [name]: id }, signal: request.signal });

/** A separate chunk: both editors with rich text share it. */
const loadRichText = () => import(/* webpackChunkName: "rich-text" */ '../rich-text/rich-text-field.tsx');

/** The versions of a document: a chunk that nothing else loads. */
const historyRoute = (services: HostServices, screen: ScreenRoute, path: string, kind: HistoryKind): RemoteRoute =>
  screen({
    path: `${path}/:id/history`,
    chunk: 'history',
    title: 'History',
    loader: historyLoader(services, kind),
    searchParams: HISTORY_PARAMS,
    load: async () => {
      const { HistoryPage } = await import(/* webpackChunkName: "history" */ '../history/history-page.tsx');
      return ({ services: screenServices }: ScreenProps) => <HistoryPage services={screenServices} kind={kind} />;
    },
  });

/** The editors below `/admin`; `new` replaces the id of a document that does not exist yet. */
export const editorRoutes = (services: HostServices, screen: ScreenRoute): RemoteRoute[] => [
  screen({
    path: 'posts/:id',
    chunk: 'post-editor',
    title: 'Post',
    loader: loadDocument(services, getPost, 'idOrSlug'),
    load: async () => {
      const [{ PostEditorPage }, { RichTextField }] = await Promise.all([
        import(/* webpackChunkName: "post-editor" */ '../posts/post-editor.tsx'),
        loadRichText(),
      ]);
      return ({ services: screenServices }: ScreenProps) => <PostEditorPage services={screenServices} richText={RichTextField} />;
    },
  }),
  screen({
    path: 'events/:id',
    chunk: 'event-editor',
    title: 'Event',
    loader: loadDocument(services, getEvent, 'id'),
    load: async () => (await import(/* webpackChunkName: "event-editor" */ '../events/event-editor.tsx')).EventEditorPage,
  }),
  screen({
    path: 'programs/:id',
    chunk: 'program-editor',
    title: 'Program',
    loader: loadDocument(services, getProgram, 'slug'),
    load: async () => {
      const [{ ProgramEditorPage }, { RichTextField }] = await Promise.all([
        import(/* webpackChunkName: "program-editor" */ '../programs/program-editor.tsx'),
        loadRichText(),
      ]);
      return ({ services: screenServices }: ScreenProps) => <ProgramEditorPage services={screenServices} richText={RichTextField} />;
    },
  }),
  historyRoute(services, screen, 'posts', 'post'),
  historyRoute(services, screen, 'events', 'event'),
  historyRoute(services, screen, 'programs', 'program'),
];
