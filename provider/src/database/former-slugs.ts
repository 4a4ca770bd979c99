import type { Redirect } from '@site/shared/contracts/redirect';
import { SLUG_KINDS, type SlugKind } from '@site/shared/domain/kinds';
import { sql } from 'kysely';
import { DOCUMENT_KINDS } from './document-kinds.ts';
import { containsTerms, countSql, getSqlLimit, type Page, type PageRequest, toPage, toSqlOrder } from './page.ts';
import type { Database } from './schema/tables.ts';

/** Returns the id of the last document that had this former slug. The document may be in the trash. */
export const findIdByFormerSlug = async (db: Database, kind: SlugKind, slug: string): Promise<string | undefined> =>
  (await db.selectFrom('former_slugs').select('document_id').where('kind', '=', kind).where('slug', '=', slug).executeTakeFirst())?.document_id;

const SORTS = { slug: sql`slug`, title: sql`search_text`, kind: sql`kind`, changedAt: sql`changed_at` };

/** Selects redirects. A former slug that a document uses again is no longer a redirect. */
const REDIRECTS = sql.join(
  SLUG_KINDS.map(
    (kind) => sql`select former_slugs.kind, former_slugs.slug, document_id, documents.slug as document_slug, title, search_text, changed_at
      from former_slugs join ${sql.table(DOCUMENT_KINDS[kind].table)} as documents on documents.id = document_id
      where former_slugs.kind = ${sql.lit(kind)} and deleted_at is null
      and not exists (select 1 from ${sql.table(DOCUMENT_KINDS[kind].table)} as others where others.slug = former_slugs.slug)`,
  ),
  sql` union all `,
);

export const listRedirectRows = async (db: Database, request: PageRequest): Promise<Page<Redirect>> => {
  const matchingRedirects = sql`(${REDIRECTS}) as redirects where ${containsTerms(sql`slug || ' ' || search_text`, request.terms)}`;
  const { rows } = await sql<{ kind: SlugKind; slug: string; document_id: string; document_slug: string; title: string; changed_at: string }>`
    select kind, slug, document_id, document_slug, title, changed_at from ${matchingRedirects}
    order by ${toSqlOrder(SORTS, request) ?? sql`changed_at desc`}, kind, slug limit ${getSqlLimit(request)} offset ${request.offset}`.execute(db);
  const items = rows.map(({ kind, slug, document_id: documentId, document_slug: documentSlug, title: documentTitle, changed_at: changedAt }) => ({
    _id: `${kind}:${slug}`,
    kind,
    slug,
    documentId,
    documentSlug,
    documentTitle,
    changedAt,
  }));
  return toPage(
    items,
    request,
    () => countSql(db, matchingRedirects),
    async () => ({ all: await countSql(db, sql`(${REDIRECTS}) as redirects`) }),
  );
};

export const deleteFormerSlug = async (db: Database, id: string): Promise<boolean> => {
  const { numDeletedRows } = await db.deleteFrom('former_slugs').where(sql`kind || ':' || slug`, '=', id).executeTakeFirst();
  return numDeletedRows === 1n;
};
