import {
  type Application,
  type ApplicationNote,
  addApplicationNote,
  deleteApplicationNote,
  getApplication,
  getApplicationOptions,
  replyToApplication,
  updateApplication,
} from '@site/shared/contracts/application';
import { hasRole } from '@site/shared/domain/roles';
import { createRateLimit } from '../../accounts/throttling.ts';
import {
  type ApplicationNoteRow,
  type ApplicationRow,
  DECIDED_STAGES,
  findApplicationRow,
  findNeighbours,
  listNotes,
  toStage,
} from '../../database/application-queries.ts';
import { ConflictError, ForbiddenError, NotFoundError, ValidationError } from '../../domain/errors.ts';
import { createId } from '../../domain/ids.ts';
import { requireStaff, type Staff } from '../../domain/permissions.ts';
import type { Mount } from '../mount-endpoint.ts';
import type { Services } from '../services.ts';
import { toApplication } from './applications.ts';

const HOUR_MS = 60 * 60 * 1000;
/** Of one account: more is not written by hand. */
const REPLIES_PER_HOUR = 60;

export const toNote = ({ id, text, author_id: authorId, author_name: author, created_at: createdAt }: ApplicationNoteRow): ApplicationNote => ({
  _id: id,
  text,
  author,
  authorId,
  createdAt,
});

/** How editors work on one application. */
export const mountApplicationWork = (mount: Mount, { db, now, mailer, log }: Services): void => {
  const replyLimit = createRateLimit(db, now, 'reply by', REPLIES_PER_HOUR, HOUR_MS);

  const find = async (id = ''): Promise<ApplicationRow> => {
    const row = await findApplicationRow(db, id);
    if (row === undefined) throw new NotFoundError('Application');
    return row;
  };
  const toComplete = async (row: ApplicationRow): Promise<Application> => ({
    ...toApplication(row, row.assignee_name),
    notes: (await listNotes(db, row.id)).map(toNote),
    ...(await findNeighbours(db, row)),
  });
  const change = (id: string, columns: Partial<Pick<ApplicationRow, 'read_at' | 'stage' | 'decided_at' | 'assignee_id'>>) =>
    db.updateTable('applications').set(columns).where('id', '=', id).execute();
  const addNote = (applicationId: string, text: string, { id, name }: Staff) =>
    db
      .insertInto('application_notes')
      .values({ id: createId(), application_id: applicationId, author_id: id, author_name: name, text, created_at: now().toISOString() })
      .execute();

  mount(getApplicationOptions, async () => ({
    assignees: await db.selectFrom('users').select(['id as _id', 'name']).where('role', 'in', ['editor', 'admin']).orderBy('name').execute(),
    canSendMail: mailer !== null,
  }));

  mount(getApplication, async ({ params }) => toComplete(await find(params.id)), { audit: { category: 'read', action: 'application.read' } });

  mount(updateApplication, async ({ params, body }) => {
    const row = await find(params.id);
    const { stage, isRead = stage === undefined ? undefined : stage !== 'new', assigneeId } = body;
    if (isRead !== undefined) {
      const at = now().toISOString();
      // Without a stage, what is read is handled.
      const next = isRead ? (stage ?? row.stage) : null;
      const columns = { read_at: isRead ? (row.read_at ?? at) : null, stage: next === 'new' ? null : next };
      const decision = toStage(columns) === toStage(row) ? {} : { decided_at: DECIDED_STAGES.includes(toStage(columns)) ? at : null };
      await change(row.id, { ...columns, ...decision });
    }
    if (assigneeId !== undefined) {
      if (assigneeId !== null) {
        const assignee = await db.selectFrom('users').select('role').where('id', '=', assigneeId).executeTakeFirst();
        if (assignee === undefined || !hasRole(assignee.role, 'editor')) throw new ValidationError({ assigneeId: 'Choose an editor or an administrator' });
      }
      await change(row.id, { assignee_id: assigneeId });
    }
    return toComplete(await find(row.id));
  });

  mount(addApplicationNote, async ({ params, body, staff }) => {
    const row = await find(params.id);
    await addNote(row.id, body.text, requireStaff(staff));
    return toComplete(row);
  });

  mount(deleteApplicationNote, async ({ params, staff }) => {
    const row = await find(params.id);
    const note = (await listNotes(db, row.id)).find((each) => each.id === params.noteId);
    if (note === undefined) throw new NotFoundError('Note');
    const { id, role } = requireStaff(staff);
    if (note.author_id !== id && role !== 'admin') throw new ForbiddenError();
    await db.deleteFrom('application_notes').where('id', '=', note.id).execute();
    return toComplete(row);
  });

  mount(replyToApplication, async ({ params, body, staff }) => {
    if (mailer === null) throw new ConflictError('This site sends no email. Use your mail program.');
    const row = await find(params.id);
    if (row.email === '') throw new ConflictError('The applicant gave no email address. Call them instead.');
    const author = requireStaff(staff);
    await replyLimit.use(author.id);
    await mailer.deliver({ to: row.email, replyTo: author.email, ...body }).catch((reason: unknown) => {
      log.error({ err: reason }, 'a reply to an applicant could not be sent');
      throw new ConflictError('The mail server did not accept the email. It was not sent: please try again, or use your mail program.');
    });
    await addNote(row.id, `Sent by email: ${body.subject}\n\n${body.text}`, author);
    if (row.read_at === null) await change(row.id, { stage: 'in-contact', read_at: now().toISOString() });
    return toComplete(await find(row.id));
  });
};
