import type { BrokenLink, LinkFault } from '@site/shared/contracts/link';
import { isSlugKind, KIND_NAMES, type KindName, type VersionKind } from '@site/shared/domain/kinds';
import { sql } from 'kysely';
import { getPageUrl, type LinkTarget, listTextLinks, readLinkTarget } from '../domain/text-links.ts';
import { DOCUMENT_KINDS } from './document-kinds.ts';
import { findBrokenLinks } from './external-links.ts';
import type { Database } from './schema.ts';

interface LinkedDocument {
  readonly id: string;
  readonly slug: string;
  readonly title: string;
  readonly status: string;
  readonly deleted_at: string | null;
}

const BATCH = 200;

const selectBatch = async (db: Database, kind: KindName, names: readonly string[]): Promise<readonly LinkedDocument[]> => {
  const { table } = DOCUMENT_KINDS[kind];
  const hasSlug = isSlugKind(kind);
  const slug = hasSlug ? sql<string>`slug` : sql<string>`''`;
  const isNamed = hasSlug ? sql`id in (${sql.join(names)}) or slug in (${sql.join(names)})` : sql`id in (${sql.join(names)})`;
  return (await sql<LinkedDocument>`select id, ${slug} as slug, title, status, deleted_at from ${sql.table(table)} where ${isNamed}`.execute(db)).rows;
};

const selectFormer = async (db: Database, kind: KindName, names: readonly string[]): Promise<ReadonlyMap<string, string>> => {
  if (!isSlugKind(kind)) return new Map();
  const rows = await db.selectFrom('former_slugs').select(['slug', 'document_id']).where('kind', '=', kind).where('slug', 'in', names).execute();
  return new Map(rows.map(({ slug, document_id: id }) => [slug, id]));
};

/** Finds documents the way their pages do: by id, slug or former slug. Documents outside the trash come first, because the slug of a trashed document is free. */
const findDocuments = async (db: Database, kind: KindName, names: readonly string[]): Promise<ReadonlyMap<string, LinkedDocument>> => {
  const found = new Map<string, LinkedDocument>();
  for (let start = 0; start < names.length; start += BATCH) {
    const batch = names.slice(start, start + BATCH);
    const former = await selectFormer(db, kind, batch);
    const documents = await selectBatch(db, kind, [...batch, ...former.values()]);
    const ranked = [...documents].sort((one, other) => Number(one.deleted_at !== null) - Number(other.deleted_at !== null));
    const find = (name: string) => ranked.find(({ id }) => id === name) ?? ranked.find(({ slug }) => slug === name);
    for (const name of batch) {
      const document = find(name) ?? find(former.get(name) ?? name);
      if (document !== undefined) found.set(name, document);
    }
  }
  return found;
};

const getFault = (document: LinkedDocument | undefined): LinkFault | null => {
  if (document === undefined) return 'missing';
  if (document.deleted_at !== null) return 'in-trash';
  return document.status === 'published' ? null : 'not-published';
};

/** For these names, the browser scrolls to the top of the page. */
const TOP = ['', 'top'];

type Fault = Pick<BrokenLink, 'fault' | 'title'>;

/** Returns a function that checks links within the site as far as the provider knows them. The function returns null if nothing is wrong. */
const createLinkJudge = async (db: Database, targets: readonly LinkTarget[]): Promise<(target: LinkTarget) => Fault | null> => {
  const documents = new Map<KindName, ReadonlyMap<string, LinkedDocument>>();
  for (const kind of KIND_NAMES) {
    const names = new Set(targets.flatMap((target) => (target.kind === kind && 'idOrSlug' in target ? [target.idOrSlug] : [])));
    documents.set(kind, await findDocuments(db, kind, [...names]));
  }
  return (target) => {
    // Pages show no anchor names of a text (domain/sanitise-html.ts).
    if (target.kind === 'part') return TOP.includes(target.name.toLowerCase()) ? null : { fault: 'no-such-part', title: '' };
    if (!('idOrSlug' in target)) return null;
    const document = documents.get(target.kind)?.get(target.idOrSlug);
    const fault = getFault(document);
    return fault === null ? null : { fault, title: document?.title ?? '' };
  };
};

/** Checks each URL of a text once. */
export const checkTextLinks = async (
  db: Database,
  { kind, content, siteUrl }: { readonly kind: VersionKind; readonly content: string; readonly siteUrl: string },
) => {
  const links = [...new Map(listTextLinks(content, siteUrl).map((link) => [link.href, link])).values()];
  const targets = links.map((link) => ({ link, target: readLinkTarget(link.href, kind) }));
  const judge = await createLinkJudge(
    db,
    targets.map(({ target }) => target),
  );
  const broken = targets.flatMap(({ link, target }) => {
    const fault = judge(target);
    return fault === null ? [] : [{ ...link, ...fault }];
  });
  const externals = targets.flatMap(({ link, target }) => (target.kind === 'external' ? [{ link, url: getPageUrl(target.url) }] : []));
  const brokenUrls = await findBrokenLinks(
    db,
    externals.map(({ url }) => url),
  );
  const external = externals.flatMap(({ link, url }) => {
    const fault = brokenUrls.get(url);
    return fault === undefined ? [] : [{ ...link, ...fault }];
  });
  return { broken, external, pages: targets.flatMap(({ link, target }) => (target.kind === 'page' ? [{ ...link, path: target.path }] : [])) };
};
