import { foldText } from '@site/shared/domain/fold-text';
import { KINDS, VERSION_KINDS, type VersionKind } from '@site/shared/domain/kinds';
import { hasRole, type Role } from '@site/shared/domain/roles';
import type { HttpClient } from '@site/shared/remote/host-services';
import { KIND_CALLS } from '../kinds/kind-calls.ts';
import { getEditorPath } from '../kinds/kind-paths.ts';
import { getAreas } from './staff-navigation.ts';

export interface PaletteCommand {
  readonly name: string;
  /** Type of the entry, for example the kind of a document. */
  readonly note: string;
  /** The path to open, or the action to run. */
  readonly target: { readonly path: string } | { readonly action: 'sign-out' };
}

const listWritableKinds = (role: Role): readonly VersionKind[] => VERSION_KINDS.filter((kind) => hasRole(role, KINDS[kind].minimumRole));

/** Returns the screens and actions in display order. */
export const getCommands = (role: Role): readonly PaletteCommand[] => [
  ...listWritableKinds(role).map((kind) => ({ name: `New ${KINDS[kind].label.toLowerCase()}`, note: 'Create', target: { path: getEditorPath(kind, 'new') } })),
  ...getAreas(role).map(({ name, path }) => ({ name, note: 'Screen', target: { path } })),
  { name: 'Profile', note: 'Screen', target: { path: '/admin/profile' } },
  { name: 'Sign-in and devices', note: 'Screen', target: { path: '/admin/profile/security' } },
  { name: 'View site', note: 'Screen', target: { path: '/' } },
  { name: 'Sign out', note: 'Action', target: { action: 'sign-out' } },
];

/** Returns the commands whose name contains every typed word. */
export const findCommands = (commands: readonly PaletteCommand[], typed: string): readonly PaletteCommand[] => {
  const words = foldText(typed).split(/\s+/);
  return commands.filter(({ name }) => words.every((word) => foldText(name).includes(word)));
};

/** Maximum number of documents per kind. */
const MAX_DOCUMENTS_PER_KIND = '5';

/** Finds documents whose title has the typed words, including drafts. Omits kinds whose search failed. */
export const findDocuments = async (http: HttpClient, role: Role, q: string, signal: AbortSignal): Promise<readonly PaletteCommand[]> => {
  const query = { q, status: 'all', view: 'summary', limit: MAX_DOCUMENTS_PER_KIND } as const;
  const search = async (kind: VersionKind): Promise<readonly PaletteCommand[]> => {
    const page = await http.call(KIND_CALLS[kind].list, { query, signal, silent: true });
    const { label } = KINDS[kind];
    return page.ok ? page.value.items.map(({ _id, title }) => ({ name: title, note: label, target: { path: getEditorPath(kind, _id) } })) : [];
  };
  return (await Promise.all(listWritableKinds(role).map(search))).flat();
};
