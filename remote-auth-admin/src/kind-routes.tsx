import { KINDS, VERSION_KINDS, type VersionKind } from '@site/shared/domain/kinds';
import { success } from '@site/shared/domain/result';
import type { HostServices } from '@site/shared/remote/host-services';
import type { RemoteRoute } from '@site/shared/remote/remote-contract';
import type { LoaderFunctionArgs } from '@site/shared/router';
import type { ComponentType } from 'react';
import { eventSource } from './events/event-source.ts';
import { HISTORY_PARAMS, historyLoader } from './history/history-loader.ts';
import { getDocument } from './kinds/kind-calls.ts';
import type { ListSource } from './listing/list-source.ts';
import { LIST_VIEW_PARAMS } from './listing/list-view.ts';
import { postSource } from './posts/post-source.ts';
import { programSource } from './programs/program-source.ts';
import type { RichTextField } from './rich-text/rich-text-field.tsx';
import type { ScreenProps, ScreenRoute } from './session/staff-screen.tsx';

interface EditorProps extends ScreenProps {
  readonly richText: typeof RichTextField;
}

interface KindScreens {
  source(services: HostServices): Pick<ListSource<unknown>, 'loader'>;
  loadList(): Promise<ComponentType<ScreenProps>>;
  loadEditor(): Promise<ComponentType<EditorProps>>;
}

/** Screens of each kind. The chunk names are literals, because the build reads them from the source. */
const SCREENS: Readonly<Record<VersionKind, KindScreens>> = {
  post: {
    source: postSource,
    loadList: async () => (await import(/* webpackChunkName: "posts" */ './posts/post-list-page.tsx')).PostListPage,
    loadEditor: async () => (await import(/* webpackChunkName: "post-editor" */ './posts/post-editor.tsx')).PostEditorPage,
  },
  event: {
    source: eventSource,
    loadList: async () => (await import(/* webpackChunkName: "events" */ './events/event-list-page.tsx')).EventListPage,
    loadEditor: async () => (await import(/* webpackChunkName: "event-editor" */ './events/event-editor.tsx')).EventEditorPage,
  },
  program: {
    source: programSource,
    loadList: async () => (await import(/* webpackChunkName: "programs" */ './programs/program-list-page.tsx')).ProgramListPage,
    loadEditor: async () => (await import(/* webpackChunkName: "program-editor" */ './programs/program-editor.tsx')).ProgramEditorPage,
  },
};

/** Loads an editor together with the rich text chunk that all editors share. */
const loadEditor = (kind: VersionKind) => async (): Promise<ComponentType<ScreenProps>> => {
  const [Editor, { RichTextField: richText }] = await Promise.all([
    SCREENS[kind].loadEditor(),
    import(/* webpackChunkName: "rich-text" */ './rich-text/rich-text-field.tsx'),
  ]);
  return ({ services }: ScreenProps) => <Editor services={services} richText={richText} />;
};

/** Loads the document identified by the URL, or null for a new document. */
const loadDocument =
  ({ http }: HostServices, kind: VersionKind) =>
  async ({ params: { id = '' }, request: { signal } }: LoaderFunctionArgs) =>
    id === 'new' ? success(null) : getDocument(http, kind, id, { signal });

/** Called with the row counts when a list has loaded. */
type OnListed = (kind: VersionKind, counts: Readonly<Record<string, number>>) => void;

/**
 * Creates the list, editor and history routes of each versioned kind. The path of a new document has `new` instead of an id.
 */
export const kindRoutes = (services: HostServices, screen: ScreenRoute, onListed: OnListed): RemoteRoute[] =>
  VERSION_KINDS.flatMap((kind) => {
    const { label, plural, path } = KINDS[kind];
    const { loader } = SCREENS[kind].source(services);
    return [
      screen({
        path,
        chunk: path,
        title: plural,
        loader: async (args) => {
          const page = await loader(args);
          if (page.ok) onListed(kind, page.value.counts);
          return page;
        },
        searchParams: LIST_VIEW_PARAMS,
        load: SCREENS[kind].loadList,
        loadNext: loadEditor(kind),
      }),
      screen({ path: `${path}/:id`, chunk: `${kind}-editor`, title: label, isEditor: true, loader: loadDocument(services, kind), load: loadEditor(kind) }),
      screen({
        path: `${path}/:id/history`,
        chunk: 'history',
        title: 'History',
        loader: historyLoader(services, kind),
        searchParams: HISTORY_PARAMS,
        load: async () => {
          const { HistoryPage } = await import(/* webpackChunkName: "history" */ './history/history-page.tsx');
          return ({ services: screenServices }: ScreenProps) => <HistoryPage services={screenServices} kind={kind} />;
        },
      }),
    ];
  });
