import type { ApiError } from '@site/shared/contracts/api-error';
import type { Endpoint, ResponseOf } from '@site/shared/contracts/endpoint';
import { getEvent } from '@site/shared/contracts/event';
import { getPost } from '@site/shared/contracts/post';
import { getProgram } from '@site/shared/contracts/program';
import { type Result, success } from '@site/shared/domain/result';
import type { HostServices } from '@site/shared/remote/host-services';
import type { RemoteRoute } from '@site/shared/remote/remote-contract';
import type { LoaderFunctionArgs } from '@site/shared/router';
import type { ScreenProps, ScreenRoute } from '../session/staff-screen.tsx';

/** The document of the URL, or null for a new one. */
const loadDocument =
  <E extends Endpoint>({ http }: HostServices, get: E, name: string) =>
  async ({ params: { id = '' }, request }: LoaderFunctionArgs): Promise<Result<ResponseOf<E> | null, ApiError>> =>
    id === 'new' ? success(null) : http.call(get, { params: { [name]: id }, signal: request.signal });

/** A separate chunk, which all editors share. */
const loadRichText = () => import(/* webpackChunkName: "rich-text" */ '../rich-text/rich-text-field.tsx');

export const loadPostEditor = async () => {
  const [{ PostEditorPage }, { RichTextField }] = await Promise.all([import(/* webpackChunkName: "post-editor" */ '../posts/post-editor.tsx'), loadRichText()]);
  return ({ services: screenServices }: ScreenProps) => <PostEditorPage services={screenServices} richText={RichTextField} />;
};

export const loadEventEditor = async () => {
  const [{ EventEditorPage }, { RichTextField }] = await Promise.all([
    import(/* webpackChunkName: "event-editor" */ '../events/event-editor.tsx'),
    loadRichText(),
  ]);
  return ({ services: screenServices }: ScreenProps) => <EventEditorPage services={screenServices} richText={RichTextField} />;
};

export const loadProgramEditor = async () => {
  const [{ ProgramEditorPage }, { RichTextField }] = await Promise.all([
    import(/* webpackChunkName: "program-editor" */ '../programs/program-editor.tsx'),
    loadRichText(),
  ]);
  return ({ services: screenServices }: ScreenProps) => <ProgramEditorPage services={screenServices} richText={RichTextField} />;
};

/** The editors below `/admin`; `new` replaces the id of a document that does not exist yet. */
export const editorRoutes = (services: HostServices, screen: ScreenRoute): RemoteRoute[] => [
  screen({
    path: 'posts/:id',
    chunk: 'post-editor',
    title: 'Post',
    isEditor: true,
    loader: loadDocument(services, getPost, 'idOrSlug'),
    load: loadPostEditor,
  }),
  screen({
    path: 'events/:id',
    chunk: 'event-editor',
    title: 'Event',
    isEditor: true,
    loader: loadDocument(services, getEvent, 'id'),
    load: loadEventEditor,
  }),
  screen({
    path: 'programs/:id',
    chunk: 'program-editor',
    title: 'Program',
    isEditor: true,
    loader: loadDocument(services, getProgram, 'slug'),
    load: loadProgramEditor,
  }),
];
