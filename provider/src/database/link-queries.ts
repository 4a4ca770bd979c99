import type { LinkFault } from '@site/shared/contracts/link';
import { isSlugKind, KIND_NAMES, type KindName, type VersionKind } from '@site/shared/domain/kinds';
import { sql } from 'kysely';
import { getPageUrl, type LinkTarget, listTextLinks, readLinkTarget } from '../domain/text-links.ts';
import { DOCUMENT_KINDS } from './document-kinds.ts';
import { findBrokenLinks } from './external-links.ts';
import type { Database } from './schema/tables.ts';

interface LinkedDocument {
  readonly name: string;
  readonly title: string;
  readonly status: string;
  readonly deleted_at: string | null;
}

type Documents = ReadonlyMap<string, LinkedDocument>;

/** Finds documents in the same way as their pages do: by id, then by slug, then by former slug. */
const findDocuments = async (db: Database, kind: KindName, names: readonly string[]): Promise<Documents> => {
  if (names.length === 0) return new Map();
  const table = sql.table(DOCUMENT_KINDS[kind].table);
  const selectBySlug = sql`union all select names.name, 1, title, status, deleted_at from names join ${table} as documents on documents.slug = names.name
    union all select names.name, 2, title, status, deleted_at from names join former_slugs on former_slugs.kind = ${kind} and former_slugs.slug = names.name
      join ${table} as documents on documents.id = document_id`;
  const { rows } = await sql<LinkedDocument>`with names(name) as (values ${sql.join(names.map((name) => sql`(${name})`))})
    select names.name as name, 0 as place, title, status, deleted_at from names join ${table} as documents on documents.id = names.name
    ${isSlugKind(kind) ? selectBySlug : sql``} order by place desc`.execute(db);
  return new Map(rows.map((row) => [row.name, row]));
};

const getFault = (document: LinkedDocument | undefined): LinkFault | null => {
  if (document === undefined) return 'missing';
  if (document.deleted_at !== null) return 'in-trash';
  return document.status === 'published' ? null : 'not-published';
};

/** Anchors that scroll to the top of the page in every browser. */
const TOP_FRAGMENTS = ['', 'top'];

/** Returns the fault of an internal link if the provider can detect one, or else null. */
const findFault = (target: LinkTarget, documents: ReadonlyMap<string, Documents>) => {
  // Sanitised texts contain no anchor names (domain/sanitise-html.ts).
  if (target.kind === 'part') return TOP_FRAGMENTS.includes(target.name.toLowerCase()) ? null : { fault: 'no-such-part' as const, title: '' };
  if (!('idOrSlug' in target)) return null;
  const document = documents.get(target.kind)?.get(target.idOrSlug);
  const fault = getFault(document);
  return fault === null ? null : { fault, title: document?.title ?? '' };
};

export const checkTextLinks = async (
  db: Database,
  { kind, content, siteUrl }: { readonly kind: VersionKind; readonly content: string; readonly siteUrl: string },
) => {
  const links = [...new Map(listTextLinks(content, siteUrl).map((link) => [link.href, link])).values()];
  const targets = links.map((link) => ({ link, target: readLinkTarget(link.href, kind) }));
  const documents = new Map<string, Documents>();
  for (const name of KIND_NAMES) {
    const names = new Set(targets.flatMap(({ target }) => ('idOrSlug' in target && target.kind === name ? [target.idOrSlug] : [])));
    documents.set(name, await findDocuments(db, name, [...names]));
  }
  const brokenUrls = await findBrokenLinks(
    db,
    targets.flatMap(({ target }) => (target.kind === 'external' ? [getPageUrl(target.url)] : [])),
  );
  return {
    broken: targets.flatMap(({ link, target }) => {
      const fault = findFault(target, documents);
      return fault === null ? [] : [{ ...link, ...fault }];
    }),
    external: targets.flatMap(({ link, target }) => {
      const fault = target.kind === 'external' ? brokenUrls.get(getPageUrl(target.url)) : undefined;
      return fault === undefined ? [] : [{ ...link, ...fault }];
    }),
    pages: targets.flatMap(({ link, target }) => (target.kind === 'page' ? [{ ...link, path: target.path }] : [])),
  };
};
