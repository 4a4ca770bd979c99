import { getEvent } from '@site/shared/contracts/event';
import { getPost } from '@site/shared/contracts/post';
import { getProgram } from '@site/shared/contracts/program';
import type { HostServices } from '@site/shared/host-services';
import type { RouteObject } from '@site/shared/router';
import { staffHandle } from '../layout/staff-handle.ts';
import type { StaffSession } from '../session/staff-session.ts';
import { loadDocument } from './load-document.ts';

/** The editors below `/admin`; `new` stands for the id of one that does not exist yet. */
export const editorRoutes = (services: HostServices, session: StaffSession): RouteObject[] => [
  {
    path: 'posts/:id',
    handle: staffHandle('post-editor', 'Post'),
    loader: session.guard(loadDocument(services, getPost, 'idOrSlug')),
    lazy: async () => {
      const { PostEditorPage } = await import(/* webpackChunkName: "post-editor" */ '../posts/post-editor.tsx');
      return { element: <PostEditorPage services={services} /> };
    },
  },
  {
    path: 'events/:id',
    handle: staffHandle('event-editor', 'Event'),
    loader: session.guard(loadDocument(services, getEvent, 'id')),
    lazy: async () => {
      const { EventEditorPage } = await import(/* webpackChunkName: "event-editor" */ '../events/event-editor.tsx');
      return { element: <EventEditorPage services={services} /> };
    },
  },
  {
    path: 'programs/:id',
    handle: staffHandle('program-editor', 'Program'),
    loader: session.guard(loadDocument(services, getProgram, 'slug')),
    lazy: async () => {
      const { ProgramEditorPage } = await import(/* webpackChunkName: "program-editor" */ '../programs/program-editor.tsx');
      return { element: <ProgramEditorPage services={services} /> };
    },
  },
];
