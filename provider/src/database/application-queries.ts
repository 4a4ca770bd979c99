import { type Kysely, type Selectable, sql } from 'kysely';
import { containsTerms, countRows, getSqlLimit, type Page, type PageRequest, toPage, toSqlOrder } from './page.ts';
import type { Tables } from './schema.ts';
import type { TrashState } from './trash-queries.ts';

export type ApplicationRow = Selectable<Tables['applications']>;

export const findApplicationRow = (db: Kysely<Tables>, id: string, state: TrashState = 'active') =>
  db
    .selectFrom('applications')
    .selectAll()
    .where('id', '=', id)
    .where('deleted_at', state === 'active' ? 'is' : 'is not', null)
    .executeTakeFirst();

export interface ApplicationPageRequest extends PageRequest {
  /** Undefined for both. */
  readonly isRead: boolean | undefined;
}

const SORTS = {
  name: sql`search_text`,
  email: sql`lower(email)`,
  location: sql`lower(location)`,
  qualification: sql`lower(qualification)`,
  // Unread first.
  readAt: sql`case when read_at is null then 0 else 1 end`,
  createdAt: sql`created_at`,
};

const selectMatching = (db: Kysely<Tables>, { terms, isRead }: ApplicationPageRequest) => {
  let query = db.selectFrom('applications').where('deleted_at', 'is', null);
  if (isRead !== undefined) query = query.where('read_at', isRead ? 'is not' : 'is', null);
  if (terms.length > 0) query = query.where(containsTerms(sql`search_text`, terms));
  return query;
};

/** Newest first. */
export const listApplicationRows = async (db: Kysely<Tables>, request: ApplicationPageRequest): Promise<Page<ApplicationRow>> => {
  const rows = await selectMatching(db, request)
    .selectAll()
    .orderBy(toSqlOrder(SORTS, request) ?? sql`created_at desc`)
    .orderBy('id')
    .limit(getSqlLimit(request))
    .offset(request.offset)
    .execute();
  return toPage(
    rows,
    request,
    async () => (await countRows(selectMatching(db, request))).all,
    () => countRows(selectMatching(db, { ...request, terms: [], isRead: undefined }), { unread: sql`read_at is null` }),
  );
};
