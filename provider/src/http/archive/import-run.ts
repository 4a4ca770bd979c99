import type { SlugKind } from '@site/shared/domain/kinds';
import type { CheckedImage } from '../../content/check-document.ts';
import { listAlbumRows } from '../../database/gallery-queries.ts';
import type { Database } from '../../database/schema/tables.ts';
import type { Staff } from '../../domain/permissions.ts';
import type { StoredKinds } from '../content-endpoints.ts';
import type { Services } from '../services.ts';
import type { Archive } from './read-archive.ts';

/**
 * State that later rows of a ZIP depend on: this site's albums and redirects, and the changes planned by earlier rows. Checks and imports build the same state,
 * which contains ids, slugs and names, but no texts.
 */
export interface ImportState {
  /** Album names by id, and ids by lower-case name. */
  readonly albums: Map<string, string>;
  readonly albumIds: Map<string, string>;
  readonly images: Map<string, CheckedImage>;
  /** Documents added or changed by this run: slugs by id, and ids by slug; see `toKey`. */
  readonly slugs: Map<string, string>;
  readonly slugOwners: Map<string, string>;
  readonly redirects: Map<string, string>;
}

export const toKey = (kind: SlugKind, idOrSlug: string): string => `${kind}-${idOrSlug}`;

export const readImportState = async (db: Database): Promise<ImportState> => {
  const albums = await listAlbumRows(db);
  const redirects = await db.selectFrom('former_slugs').select(['kind', 'slug', 'document_id']).execute();
  return {
    albums: new Map(albums.map(({ id, name }) => [id, name])),
    albumIds: new Map(albums.map(({ id, name }) => [name.toLowerCase(), id])),
    images: new Map(),
    slugs: new Map(),
    slugOwners: new Map(),
    redirects: new Map(redirects.map(({ kind, slug, document_id: id }) => [toKey(kind, slug), id])),
  };
};

export interface ImportRun {
  readonly services: Services;
  readonly kinds: StoredKinds;
  readonly archive: Archive;
  readonly staff: Staff;
  readonly keepsStatus: boolean;
  /** Images that were withdrawn here, or erased with a person's data. */
  readonly withdrawnImageIds: ReadonlySet<string>;
  readonly state: ImportState;
}

/** Planned effect of one row. Problems are thrown as errors. */
export interface Plan {
  readonly outcome: 'new' | 'changed' | 'same';
  write(): Promise<void>;
  /** Records the result, because later rows may depend on it. */
  recordResult(): void;
}

export const UNCHANGED_PLAN: Plan = { outcome: 'same', write: async () => undefined, recordResult: () => undefined };

/** Returns the id of the document that will have this id or slug once the preceding rows have been imported. */
export const findSlugOwner = async ({ kinds, state }: ImportRun, kind: SlugKind, idOrSlug: string): Promise<string | undefined> => {
  const key = toKey(kind, idOrSlug);
  if (state.slugs.has(key)) return idOrSlug;
  const ownerId = state.slugOwners.get(key);
  if (ownerId !== undefined) return ownerId;
  const row = await kinds[kind].find(idOrSlug);
  // A document imported in this run may have given up the slug.
  return row !== undefined && (row.id === idOrSlug || (state.slugs.get(toKey(kind, row.id)) ?? idOrSlug) === idOrSlug) ? row.id : undefined;
};
