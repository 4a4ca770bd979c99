import { listEventsPage } from '@site/shared/contracts/event';
import { listPostsPage } from '@site/shared/contracts/post';
import { listProgramsPage } from '@site/shared/contracts/program';
import { foldText } from '@site/shared/domain/fold-text';
import { hasRole, type Role } from '@site/shared/domain/roles';
import type { HttpClient } from '@site/shared/remote/host-services';
import { areasFor } from './staff-navigation.ts';

export interface PaletteCommand {
  readonly name: string;
  /** What kind of thing it is. */
  readonly note: string;
  /** Where it leads, or what it does. */
  readonly target: { readonly path: string } | { readonly action: 'sign-out' };
}

/** Screens and actions, in the order in which they are offered. */
export const getCommands = (role: Role): readonly PaletteCommand[] => [
  { name: 'New post', note: 'Create', target: { path: '/admin/posts/new' } },
  { name: 'New event', note: 'Create', target: { path: '/admin/events/new' } },
  ...(hasRole(role, 'editor') ? [{ name: 'New program', note: 'Create', target: { path: '/admin/programs/new' } }] : []),
  ...areasFor(role).map(({ name, path }) => ({ name, note: 'Screen', target: { path } })),
  { name: 'Profile', note: 'Screen', target: { path: '/admin/profile' } },
  { name: 'Sign-in and devices', note: 'Screen', target: { path: '/admin/profile/security' } },
  { name: 'View site', note: 'Screen', target: { path: '/' } },
  { name: 'Sign out', note: 'Action', target: { action: 'sign-out' } },
];

/** Those with every typed word in their name. */
export const findCommands = (commands: readonly PaletteCommand[], typed: string): readonly PaletteCommand[] => {
  const words = foldText(typed).split(/\s+/);
  return commands.filter(({ name }) => words.every((word) => foldText(name).includes(word)));
};

/** Of each kind. */
const MOST_FOUND = '5';

/** Posts, events and programs whose title has the typed text, drafts included; those that could not be searched are missing. */
export const findDocuments = async (http: HttpClient, role: Role, q: string, signal: AbortSignal): Promise<readonly PaletteCommand[]> => {
  const query = { q, status: 'all', view: 'summary', limit: MOST_FOUND } as const;
  const options = { signal, silent: true } as const;
  const [posts, events, programs] = await Promise.all([
    http.call(listPostsPage, { query, ...options }),
    http.call(listEventsPage, { query, ...options }),
    hasRole(role, 'editor') ? http.call(listProgramsPage, { query: { q, limit: MOST_FOUND }, ...options }) : null,
  ]);
  return [
    ...(posts.ok ? posts.value.items.map(({ _id, title }) => ({ name: title, note: 'Post', target: { path: `/admin/posts/${_id}` } })) : []),
    ...(events.ok ? events.value.items.map(({ _id, title }) => ({ name: title, note: 'Event', target: { path: `/admin/events/${_id}` } })) : []),
    ...(programs?.ok === true
      ? programs.value.items.map(({ _id, title }) => ({ name: title, note: 'Program', target: { path: `/admin/programs/${_id}` } }))
      : []),
  ];
};
