import { getEvent } from '@site/shared/contracts/event';
import { getPost } from '@site/shared/contracts/post';
import { getProgram } from '@site/shared/contracts/program';
import type { HostServices } from '@site/shared/remote/host-services';
import type { RouteObject } from '@site/shared/router';
import type { ScreenProps, ScreenRoute } from '../staff-screen.tsx';
import { loadDocument } from './load-document.ts';

/** A file of its own, so that whoever goes from one editor to the next has it already. */
const loadRichText = () => import(/* webpackChunkName: "rich-text" */ '../rich-text/rich-text-field.tsx');

/** The editors below `/admin`; `new` stands for the id of one that does not exist yet. */
export const editorRoutes = (services: HostServices, screen: ScreenRoute): RouteObject[] => [
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
      return ({ services: own }: ScreenProps) => <PostEditorPage services={own} richText={RichTextField} />;
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
      return ({ services: own }: ScreenProps) => <ProgramEditorPage services={own} richText={RichTextField} />;
    },
  }),
];
