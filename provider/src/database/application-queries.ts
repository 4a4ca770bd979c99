import { APPLICATION_STAGES, type ApplicationKind, type ApplicationStage } from '@site/shared/contracts/application';
import { type Selectable, sql } from 'kysely';
import { containsTerms, countRows, getSqlLimit, type Page, type PageRequest, toPage, toSqlOrder } from './page.ts';
import type { Database, Tables } from './schema/tables.ts';
import type { TrashState } from './trash-queries.ts';

export type ApplicationRow = Selectable<Tables['applications']> & {
  /** Null if no one is assigned to the application or the assignee's account was deleted. */
  readonly assignee_name: string | null;
};
export type ApplicationNoteRow = Selectable<Tables['application_notes']>;

/** Stage of an application. Earlier releases stored no stage but marked handled applications as read. */
export const STAGE = sql<ApplicationStage>`case when read_at is null then 'new' else coalesce(stage, 'handled') end`;

export const toStage = ({ read_at: readAt, stage }: Pick<ApplicationRow, 'read_at' | 'stage'>): ApplicationStage =>
  readAt === null ? 'new' : (stage ?? 'handled');

/** Final stages. Applications are erased some time after they reach one of these stages. */
export const DECIDED_STAGES: readonly ApplicationStage[] = ['accepted', 'declined', 'handled'];

const selectWithAssignee = (db: Database) =>
  db.selectFrom('applications').leftJoin('users', 'users.id', 'assignee_id').selectAll('applications').select('users.name as assignee_name');

export const findApplicationRow = (db: Database, id: string, state: TrashState = 'active'): Promise<ApplicationRow | undefined> =>
  selectWithAssignee(db)
    .where('applications.id', '=', id)
    .where('deleted_at', state === 'active' ? 'is' : 'is not', null)
    .executeTakeFirst();

export const listNotes = (db: Database, applicationId: string): Promise<ApplicationNoteRow[]> =>
  db.selectFrom('application_notes').selectAll().where('application_id', '=', applicationId).orderBy('created_at').orderBy('id').execute();

export const findNeighbours = async (
  db: Database,
  { id, created_at: createdAt }: Pick<ApplicationRow, 'id' | 'created_at'>,
): Promise<{ readonly newer: string | null; readonly older: string | null }> => {
  const find = async (comparison: '<' | '>', direction: 'asc' | 'desc'): Promise<string | null> => {
    const row = await db
      .selectFrom('applications')
      .select('id')
      .where('deleted_at', 'is', null)
      .where((where) => where.or([where('created_at', comparison, createdAt), where.and([where('created_at', '=', createdAt), where('id', comparison, id)])]))
      .orderBy('created_at', direction)
      .orderBy('id', direction)
      .executeTakeFirst();
    return row?.id ?? null;
  };
  return { newer: await find('>', 'asc'), older: await find('<', 'desc') };
};

export interface ApplicationPageRequest extends PageRequest {
  /** Undefined selects both read and unread applications. */
  readonly isRead: boolean | undefined;
  readonly stage: ApplicationStage | undefined;
  readonly assigneeId: string | undefined;
  readonly kind: ApplicationKind | undefined;
}

const SORTS = {
  name: sql`applications.search_text`,
  email: sql`lower(applications.email)`,
  location: sql`lower(location)`,
  qualification: sql`lower(qualification)`,
  readAt: sql`case when read_at is null then 0 else 1 end`,
  stage: sql`case ${STAGE} ${sql.join(
    APPLICATION_STAGES.map((stage, index) => sql`when ${sql.lit(stage)} then ${sql.lit(index)}`),
    sql` `,
  )} end`,
  assignee: sql`coalesce(lower(users.name), '~')`,
  createdAt: sql`applications.created_at`,
};

const selectMatching = (db: Database, { terms, isRead, stage, assigneeId, kind }: ApplicationPageRequest) => {
  let query = db.selectFrom('applications').leftJoin('users', 'users.id', 'assignee_id').where('deleted_at', 'is', null);
  if (isRead !== undefined) query = query.where('read_at', isRead ? 'is not' : 'is', null);
  if (stage !== undefined) query = query.where(STAGE, '=', stage);
  if (kind !== undefined) query = query.where('kind', '=', kind);
  if (assigneeId !== undefined) query = query.where('assignee_id', '=', assigneeId);
  if (terms.length > 0) query = query.where(containsTerms(sql`applications.search_text`, terms));
  return query;
};

export const listApplicationRows = async (db: Database, request: ApplicationPageRequest): Promise<Page<ApplicationRow>> => {
  const rows = await selectMatching(db, request)
    .selectAll('applications')
    .select('users.name as assignee_name')
    .orderBy(toSqlOrder(SORTS, request) ?? sql`applications.created_at desc`)
    .orderBy('applications.id')
    .limit(getSqlLimit(request))
    .offset(request.offset)
    .execute();
  return toPage(
    rows,
    request,
    async () => (await countRows(selectMatching(db, request))).all,
    () =>
      countRows(selectMatching(db, { ...request, terms: [], isRead: undefined, stage: undefined, assigneeId: undefined, kind: undefined }), {
        unread: sql`read_at is null`,
      }),
  );
};
