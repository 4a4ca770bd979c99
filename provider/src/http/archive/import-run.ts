import type { SlugKind } from '@site/shared/domain/kinds';
import type { CheckedImage } from '../../content/check-document.ts';
import { listAlbumRows } from '../../database/gallery-queries.ts';
import type { Database } from '../../database/schema/tables.ts';
import type { Staff } from '../../domain/permissions.ts';
import type { StoredKinds } from '../content-endpoints.ts';
import type { Services } from '../services.ts';
import type { Archive } from './read-archive.ts';

/**
 * What later rows of a ZIP depend on: the albums and redirects of this site, and what the rows before have changed. A check and an import plan every row by the same state; it has
 * ids, slugs and names, and no texts.
 */
export interface ImportState {
  /** Names by id, and ids by the name in lower case. */
  readonly albums: Map<string, string>;
  readonly albumIds: Map<string, string>;
  /** Images of this run that are new or changed. */
  readonly images: Map<string, CheckedImage>;
  /** Documents of this run that are new or changed: slugs by id, and ids by slug; see `toKey`. */
  readonly slugs: Map<string, string>;
  readonly holders: Map<string, string>;
  /** Ids of documents by former slug. */
  readonly redirects: Map<string, string>;
}

/** Key of a document, because each kind has its own ids and slugs. */
export const toKey = (kind: SlugKind, idOrSlug: string): string => `${kind}-${idOrSlug}`;

export const readImportState = async (db: Database): Promise<ImportState> => {
  const albums = await listAlbumRows(db);
  const redirects = await db.selectFrom('former_slugs').select(['kind', 'slug', 'document_id']).execute();
  return {
    albums: new Map(albums.map(({ id, name }) => [id, name])),
    albumIds: new Map(albums.map(({ id, name }) => [name.toLowerCase(), id])),
    images: new Map(),
    slugs: new Map(),
    holders: new Map(),
    redirects: new Map(redirects.map(({ kind, slug, document_id: id }) => [toKey(kind, slug), id])),
  };
};

/** One import run of a ZIP, or its check. */
export interface ImportRun {
  readonly services: Services;
  readonly kinds: StoredKinds;
  readonly archive: Archive;
  readonly staff: Staff;
  readonly keepsStatus: boolean;
  /** Images that were withdrawn here, or erased with a person's data. */
  readonly withdrawn: ReadonlySet<string>;
  readonly state: ImportState;
}

/** The effect of one row. Problems are thrown as errors. */
export interface Plan {
  readonly outcome: 'new' | 'changed' | 'same';
  /** Applies the plan. A check does not call this. */
  write(): Promise<void>;
  /** Records the result for later rows. */
  note(): void;
}

export const SAME: Plan = { outcome: 'same', write: async () => undefined, note: () => undefined };

/** Returns the id of the document that has this id or slug once the rows before are imported. */
export const findHolder = async ({ kinds, state }: ImportRun, kind: SlugKind, idOrSlug: string): Promise<string | undefined> => {
  const key = toKey(kind, idOrSlug);
  if (state.slugs.has(key)) return idOrSlug;
  const holder = state.holders.get(key);
  if (holder !== undefined) return holder;
  const row = await kinds[kind].find(idOrSlug);
  // A document of this run may have had the slug before.
  return row !== undefined && (row.id === idOrSlug || (state.slugs.get(toKey(kind, row.id)) ?? idOrSlug) === idOrSlug) ? row.id : undefined;
};
