import {
  type Application,
  type ApplicationKind,
  type ApplicationNote,
  addApplicationNote,
  type applicationFormSchema,
  createFormToken,
  deleteApplication,
  deleteApplicationNote,
  FORM_HONEYPOT,
  getApplication,
  getApplicationOptions,
  listApplications,
  replyToApplication,
  restoreApplication,
  sendApplication,
  updateApplication,
} from '@site/shared/contracts/application';
import { hasRole } from '@site/shared/domain/roles';
import * as v from 'valibot';
import {
  type ApplicationNoteRow,
  type ApplicationRow,
  DECIDED_STAGES,
  findApplicationRow,
  findNeighbours,
  listApplicationRows,
  listNotes,
  toStage,
} from '../../database/application-queries.ts';
import { getSearchColumns } from '../../database/derived-columns.ts';
import { toStaffPageRequest } from '../../database/page.ts';
import { ConflictError, ForbiddenError, NotFoundError, RateLimitedError, ValidationError } from '../../domain/errors.ts';
import { createId, hashSecret } from '../../domain/ids.ts';
import type { Staff } from '../../domain/permissions.ts';
import { createSharedLimit, type SharedLimit } from '../../limits/shared-limit.ts';
import type { Mount } from '../mount-endpoint.ts';
import { requireFound } from '../require-found.ts';
import type { Services } from '../services.ts';
import { FORM_TOKEN_SECONDS } from '../signed-tokens.ts';
import { mountTrash } from '../trash-endpoints.ts';

const summaryQuery = v.object({ view: v.literal('summary') });
const HOUR_MS = 60 * 60 * 1000;
/** Set high, because a whole school class may share one IP address. */
const APPLICATIONS_PER_HOUR = 60;
/** Limit for forms without a valid timing token, for example forms sent without JavaScript or written offline. */
const UNTIMED_FORMS_PER_HOUR = 20;
/** Minimum interval between email notices about the same kind of application. A notice links to the list of all new ones. */
const NOTICE_INTERVAL_MS = 10 * 60 * 1000;
const NOTICES: Readonly<Record<ApplicationKind, { readonly subject: string; readonly text: string }>> = {
  volunteer: { subject: 'New volunteer application', text: 'A new volunteer application has arrived.' },
  'school-visit': { subject: 'New school visit request', text: 'A school has asked for a visit.' },
};
const THANK_YOU_MESSAGES: Readonly<Record<ApplicationKind, { readonly message: string }>> = {
  volunteer: { message: 'Thank you for your application.' },
  'school-visit': { message: 'Thank you for your request.' },
};

type FormAnswers<Body> = Body extends unknown ? Omit<Body, typeof FORM_HONEYPOT | 'consentVersion'> : never;
type Form = FormAnswers<v.InferOutput<typeof applicationFormSchema>>;

const EMPTY_VOLUNTEER_ANSWERS = { qualification: '', skills: '', interests: '', motivation: '' };

const toColumns = (form: Form) => {
  if (form.kind === 'school-visit') {
    const { role, ...answers } = form;
    return { ...EMPTY_VOLUNTEER_ANSWERS, ...answers, contact_role: role };
  }
  const { ageBand, guardianContact, ...answers } = form;
  // Only applicants under 18 need a guardian.
  return { ...answers, age_band: ageBand, guardian_contact: ageBand === 'under-18' ? guardianContact : '' };
};

/** Returns the values by which duplicate forms sent on the same day are recognised. For volunteers, these are the same values as in earlier releases. */
const getContent = (form: Form): readonly unknown[] => {
  if (form.kind === 'school-visit') return [form];
  const { kind: _, ageBand, guardianContact, ...answers } = form;
  return [answers, ageBand, guardianContact];
};

export const toApplication = (row: Omit<ApplicationRow, 'assignee_name'>, assigneeName: string | null = null): Application => ({
  _id: row.id,
  kind: row.kind,
  name: row.name,
  email: row.email,
  phone: row.phone,
  qualification: row.qualification,
  location: row.location,
  skills: row.skills,
  interests: row.interests,
  motivation: row.motivation,
  ageBand: row.age_band,
  guardianContact: row.guardian_contact,
  school: row.school,
  role: row.contact_role,
  pupils: row.pupils,
  weeks: row.weeks,
  message: row.message,
  consentVersion: row.consent_version,
  createdAt: row.created_at,
  readAt: row.read_at,
  stage: toStage(row),
  assignee: row.assignee_id === null || assigneeName === null ? null : { _id: row.assignee_id, name: assigneeName },
  notes: [],
  newer: null,
  older: null,
  isSample: row.is_sample === 1,
});

const toApplicationSummary = (row: ApplicationRow): Application => ({
  ...toApplication(row, row.assignee_name),
  skills: '',
  interests: '',
  motivation: '',
  guardianContact: '',
  pupils: '',
  weeks: '',
  message: '',
});

/** Reading full applications in bulk is recorded as an export. The staff screens request summaries. */
const getReadAction = (query: unknown): string => (v.is(summaryQuery, query) ? 'application.list' : 'application.export');

const isWithin = (limit: SharedLimit, key: string): Promise<boolean> =>
  limit.use(key).then(
    () => true,
    (reason: unknown) => {
      if (reason instanceof RateLimitedError) return false;
      throw reason;
    },
  );

/** Mounts the endpoint that receives applications (NS-07) and the list of applications for editors. */
export const mountApplications = (mount: Mount, services: Services): void => {
  const { db, now, formTokens, mailer, applicationNoticeTo } = services;
  const limit = createSharedLimit(db, now, 'application from', APPLICATIONS_PER_HOUR, HOUR_MS);
  const untimedLimit = createSharedLimit(db, now, 'untimed application from', UNTIMED_FORMS_PER_HOUR, HOUR_MS);
  const tokenLimit = createSharedLimit(db, now, 'form token', 1, FORM_TOKEN_SECONDS * 1000);

  const isTimedToken = async (token: unknown): Promise<boolean> => {
    const id = await formTokens.read(token);
    if (id === null) return false;
    return await isWithin(tokenLimit, id);
  };

  const noticeLimit = createSharedLimit(db, now, 'application notice', 1, NOTICE_INTERVAL_MS);

  /** Sends a notice without personal data, which would remain in mailboxes after the application has been erased. */
  const sendNotice = async (kind: ApplicationKind): Promise<void> => {
    if (mailer === null || applicationNoticeTo === undefined || !(await isWithin(noticeLimit, `${kind} ${applicationNoticeTo}`))) return;
    const { subject, text } = NOTICES[kind];
    mailer.send({ to: applicationNoticeTo, subject, text: `${text} Read it at ${mailer.staffUrl}/admin/applications?show=new\n` });
  };

  mount(createFormToken, async () => ({ token: await formTokens.issue() }));

  mount(sendApplication, async ({ body, headers, request }) => {
    const { 'Idempotency-Key': key, 'Form-Token': formToken } = headers;
    const { [FORM_HONEYPOT]: honeypot, consentVersion, ...form } = body;
    // A bot has filled in the hidden field. Send the same response as to a person.
    if (honeypot !== '') return THANK_YOU_MESSAGES[form.kind];
    await limit.use(request.ip);
    if (!(await isTimedToken(formToken))) await untimedLimit.use(request.ip);
    const sentAt = now().toISOString();
    const columns = toColumns(form);
    const { numInsertedOrUpdatedRows: storedRowCount } = await db
      .insertInto('applications')
      .values({
        id: createId(),
        ...columns,
        ...getSearchColumns('applications', { ...columns, created_at: sentAt }),
        consent_version: consentVersion,
        consented_at: consentVersion === '' ? null : sentAt,
        read_at: null,
        is_sample: 0,
        created_at: sentAt,
        content_hash: hashSecret(JSON.stringify(key === undefined ? [sentAt.slice(0, 10), ...getContent(form)] : { key })),
      })
      // Ignore a form that was sent twice because of a double click or a retry. With a key, this also works across days.
      .onConflict((conflict) => conflict.column('content_hash').doNothing())
      .executeTakeFirst();
    if (storedRowCount === 1n) await sendNotice(form.kind);
    return THANK_YOU_MESSAGES[form.kind];
  });

  mount(
    listApplications,
    async ({ query, staff }) => {
      const isRead = query.read === undefined ? undefined : query.read === 'true';
      const assigneeId = query.assignee === 'me' ? staff.id : query.assignee;
      const page = await listApplicationRows(db, { ...toStaffPageRequest(query, staff), isRead, stage: query.stage, assigneeId, kind: query.kind });
      return page.map((row) => (query.view === 'summary' ? toApplicationSummary(row) : toApplication(row, row.assignee_name)));
    },
    { audit: { category: 'read', action: getReadAction } },
  );

  mountTrash(mount, services, {
    table: 'applications',
    label: 'Application',
    endpoints: { remove: deleteApplication, restore: restoreApplication },
    find: findApplicationRow,
    toResponse: (row) => toApplication(row, row.assignee_name),
  });
};

/** Limit per account, too high to reach when writing replies by hand. */
const REPLIES_PER_HOUR = 60;

export const toNote = ({ id, text, author_id: authorId, author_name: author, created_at: createdAt }: ApplicationNoteRow): ApplicationNote => ({
  _id: id,
  text,
  author,
  authorId,
  createdAt,
});

export const mountApplicationManagement = (mount: Mount, { db, now, mailer, log }: Services): void => {
  const replyLimit = createSharedLimit(db, now, 'reply by', REPLIES_PER_HOUR, HOUR_MS);

  const find = async (id = ''): Promise<ApplicationRow> => requireFound(await findApplicationRow(db, id), 'Application');
  const toFullApplication = async (row: ApplicationRow): Promise<Application> => ({
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

  mount(getApplication, async ({ params }) => toFullApplication(await find(params.id)), { audit: { category: 'read', action: 'application.read' } });

  mount(updateApplication, async ({ params, body }) => {
    const row = await find(params.id);
    const { stage, isRead = stage === undefined ? undefined : stage !== 'new', assigneeId } = body;
    if (isRead !== undefined) {
      const at = now().toISOString();
      // An application that is read but has no stage counts as handled.
      const next = isRead ? (stage ?? row.stage) : null;
      const columns = { read_at: isRead ? (row.read_at ?? at) : null, stage: next === 'new' ? null : next };
      const decisionColumns = toStage(columns) === toStage(row) ? {} : { decided_at: DECIDED_STAGES.includes(toStage(columns)) ? at : null };
      await change(row.id, { ...columns, ...decisionColumns });
    }
    if (assigneeId !== undefined) {
      if (assigneeId !== null) {
        const assignee = await db.selectFrom('users').select('role').where('id', '=', assigneeId).executeTakeFirst();
        if (assignee === undefined || !hasRole(assignee.role, 'editor')) throw new ValidationError({ assigneeId: 'Choose an editor or an administrator' });
      }
      await change(row.id, { assignee_id: assigneeId });
    }
    return toFullApplication(await find(row.id));
  });

  mount(addApplicationNote, async ({ params, body, staff }) => {
    const row = await find(params.id);
    await addNote(row.id, body.text, staff);
    return toFullApplication(row);
  });

  mount(deleteApplicationNote, async ({ params, staff }) => {
    const row = await find(params.id);
    const note = (await listNotes(db, row.id)).find((candidate) => candidate.id === params.noteId);
    if (note === undefined) throw new NotFoundError('Note');
    const { id, role } = staff;
    if (note.author_id !== id && role !== 'admin') throw new ForbiddenError();
    await db.deleteFrom('application_notes').where('id', '=', note.id).execute();
    return toFullApplication(row);
  });

  mount(replyToApplication, async ({ params, body, staff }) => {
    if (mailer === null) throw new ConflictError('This site cannot send email. Use your email app.');
    const row = await find(params.id);
    if (row.email === '') throw new ConflictError('The applicant gave no email address. Call them instead.');
    await replyLimit.use(staff.id);
    await mailer.deliver({ to: row.email, replyTo: staff.email, ...body }).catch((reason: unknown) => {
      log.error({ err: reason }, 'a reply to an applicant could not be sent');
      throw new ConflictError('The mail server rejected the email, so it was not sent. Try again, or use your email app.');
    });
    await addNote(row.id, `Sent by email: ${body.subject}\n\n${body.text}`, staff);
    if (row.read_at === null) await change(row.id, { stage: 'in-contact', read_at: now().toISOString() });
    return toFullApplication(await find(row.id));
  });
};
