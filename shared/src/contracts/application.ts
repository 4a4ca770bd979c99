import * as v from 'valibot';
import { maxCharacters } from '../domain/text-length.ts';
import { plainText } from '../domain/trim-text.ts';
import { endpoint } from './endpoint.ts';
import { deletedSchema, optionalText, timestamp } from './fields.ts';
import { listQuerySchema, paginated, sortQuery, summaryView } from './pagination.ts';

/** Qualifications to choose from, in order (VOL-05). The form adds an empty first option. */
export const QUALIFICATIONS = ['SSCE', 'ND', 'HND', 'BSc', 'MSc', 'PhD', 'Other'] as const;
/** Path below `/api` at which our form service receives applications of both kinds. */
export const FORM_PATH = '/forms/volunteer';
export const VOLUNTEER_SUBJECT = 'New Volunteer Application';
export const SCHOOL_VISIT_SUBJECT = 'New School Visit Request';

/** Kinds of applications. Both go to the same form service and appear in one staff list. */
export const APPLICATION_KINDS = ['volunteer', 'school-visit'] as const;
export type ApplicationKind = (typeof APPLICATION_KINDS)[number];

/** Name of the honeypot field, which is hidden from people but filled in by bots. It is never one of the ten keys of the form. */
export const FORM_HONEYPOT = 'topic';

/** Maximum text lengths in characters (NS-05). */
export const VOLUNTEER_LIMITS = { name: 100, location: 120, skills: 500, interests: 500, motivation: 2000 } as const;
export const SCHOOL_VISIT_LIMITS = { school: 160, location: 120, name: 100, role: 80, pupils: 200, weeks: 200, message: 2000 } as const;

const EMAIL_MESSAGE = 'Enter an email address like name@example.com';
const PHONE_MESSAGE = 'Enter a phone number, like 0803 123 4567';

const maxLength = (limit: number) => maxCharacters(limit, `Use ${limit} characters or fewer`);
const requiredText = (message: string, limit: number) => v.pipe(plainText, v.nonEmpty(message), maxLength(limit));
const optionalPlainText = (limit: number) => v.pipe(plainText, maxLength(limit));
/** Email format that browsers check (VOL-04). The domain must also contain a dot, because replies to other addresses would fail. */
const emailFormat = v.pipe(v.string(), v.rfcEmail(EMAIL_MESSAGE), v.regex(/\.[^.@]+$/, EMAIL_MESSAGE), maxCharacters(254, EMAIL_MESSAGE));

/** Form that a visitor fills in (VOL-03 to VOL-05), with the messages of NS-05; optional texts are '' if left empty. */
export const volunteerFormSchema = v.object({
  name: requiredText('Enter your name', VOLUNTEER_LIMITS.name),
  email: v.pipe(v.string(), v.trim(), v.nonEmpty('Enter your email address'), v.metadata({ format: 'email' }), emailFormat),
  // A plus sign and digits (VOL-07). Only the form checks whether the number is possible, because that needs every country's numbering plan.
  phone: v.pipe(v.string(), v.trim(), v.regex(/^(\+[0-9]{4,15})?$/, PHONE_MESSAGE)),
  qualification: v.picklist(QUALIFICATIONS, 'Select your qualification'),
  location: requiredText('Enter where you live', VOLUNTEER_LIMITS.location),
  skills: optionalPlainText(VOLUNTEER_LIMITS.skills),
  interests: optionalPlainText(VOLUNTEER_LIMITS.interests),
  motivation: requiredText('Tell us why you want to volunteer', VOLUNTEER_LIMITS.motivation),
});
export type VolunteerForm = v.InferOutput<typeof volunteerFormSchema>;

/** Body with the ten keys that the form-collection service receives (VOL-09). */
export const volunteerApplicationSchema = v.object({ ...volunteerFormSchema.entries, _subject: v.literal(VOLUNTEER_SUBJECT), _replyto: v.string() });
export type VolunteerApplication = v.InferOutput<typeof volunteerApplicationSchema>;

export const toVolunteerApplication = (form: VolunteerForm): VolunteerApplication => ({ ...form, _subject: VOLUNTEER_SUBJECT, _replyto: form.email });

const hasContactDetails = ({ email, phone }: { readonly email: string; readonly phone: string }): boolean => email !== '' || phone !== '';
const CONTACT_MISSING_MESSAGE = 'Enter an email address or a phone number';

/** Form with which a school requests a visit; optional texts are '' if left empty. */
export const schoolVisitFormSchema = v.pipe(
  v.object({
    school: requiredText('Enter the name of your school', SCHOOL_VISIT_LIMITS.school),
    location: requiredText('Enter the town and state', SCHOOL_VISIT_LIMITS.location),
    name: requiredText('Enter your name', SCHOOL_VISIT_LIMITS.name),
    role: requiredText('Enter your role at the school', SCHOOL_VISIT_LIMITS.role),
    email: v.pipe(v.string(), v.trim(), v.union([v.literal(''), emailFormat], EMAIL_MESSAGE)),
    phone: volunteerFormSchema.entries.phone,
    pupils: requiredText('Enter how many pupils, and their ages', SCHOOL_VISIT_LIMITS.pupils),
    weeks: requiredText('Enter the weeks that suit you', SCHOOL_VISIT_LIMITS.weeks),
    message: optionalPlainText(SCHOOL_VISIT_LIMITS.message),
  }),
  // Checked even if other fields have errors, so that the visitor sees all errors at once.
  v.forward(v.partialCheck([['email'], ['phone']], hasContactDetails, CONTACT_MISSING_MESSAGE), ['email']),
);
export type SchoolVisitForm = v.InferOutput<typeof schoolVisitFormSchema>;

/** Converts the form into the body that the form-collection service receives; `_replyto` is '' if the school gave only a phone number. */
export const toSchoolVisitRequest = (form: SchoolVisitForm) => ({
  ...form,
  kind: 'school-visit' as const,
  _subject: SCHOOL_VISIT_SUBJECT,
  _replyto: form.email,
});

/** Age bands that only our form service asks for; the question is optional. */
export const AGE_BANDS = ['under-18', '18-24', '25-or-older'] as const;
export type AgeBand = (typeof AGE_BANDS)[number];
export const GUARDIAN_LIMIT = 200;

const guardianContact = v.optional(optionalPlainText(GUARDIAN_LIMIT), '');
const ageBand = v.optional(v.picklist(['', ...AGE_BANDS], 'Choose an age group or “Prefer not to say”'), '');

/** Optional fields for our form service: an age band ('' means "prefer not to say"), and for applicants under 18 a guardian's contact details. */
export const volunteerExtrasSchema = v.object({ ageBand, guardianContact });

/** Progress of an application. `handled`: closed without a decision. */
export const APPLICATION_STAGES = ['new', 'in-contact', 'accepted', 'declined', 'handled'] as const;
export type ApplicationStage = (typeof APPLICATION_STAGES)[number];
const stage = v.picklist(APPLICATION_STAGES);

/** Staff note about an application; never visible to visitors. */
export const applicationNoteSchema = v.object({ _id: v.string(), text: v.string(), author: optionalText, authorId: v.string(), createdAt: timestamp });
export type ApplicationNote = v.InferOutput<typeof applicationNoteSchema>;

const personSchema = v.object({ _id: v.string(), name: v.string() });

/** Volunteer application or school visit request as editors see it. */
export const applicationSchema = v.object({
  _id: v.string(),
  /** Absent in responses from providers that only support volunteer applications. */
  kind: v.optional(v.fallback(v.picklist(APPLICATION_KINDS), 'volunteer'), 'volunteer'),
  name: optionalText,
  email: optionalText,
  phone: optionalText,
  qualification: optionalText,
  location: optionalText,
  skills: optionalText,
  interests: optionalText,
  motivation: optionalText,
  /** One of `AGE_BANDS`; '' if not answered. */
  ageBand: optionalText,
  guardianContact: optionalText,
  /** Set for schools and '' for volunteers. For a school, `name` is the contact person. */
  school: optionalText,
  role: optionalText,
  pupils: optionalText,
  weeks: optionalText,
  message: optionalText,
  /** Version of the privacy notice that the applicant saw; '' if unknown. */
  consentVersion: optionalText,
  createdAt: timestamp,
  /** Null until a member of staff has read the application. */
  readAt: timestamp,
  /** Progress of the application; `new` if and only if `readAt` is null. Absent in responses from providers without stages. */
  stage: v.optional(stage),
  /** The member of staff who is responsible; null if unassigned. */
  assignee: v.nullish(personSchema, null),
  /** Staff notes, oldest first; present only in responses to `getApplication` and to requests that change one application. */
  notes: v.optional(v.array(applicationNoteSchema), []),
  /** Ids of the applications received directly after and before this one; present only together with `notes`. */
  newer: v.nullish(v.string(), null),
  older: v.nullish(v.string(), null),
  isSample: v.nullish(v.boolean(), false),
});
export interface Application extends v.InferOutput<typeof applicationSchema> {}

/** Honeypot field, and the version of the privacy notice that is shown next to the button. */
const serviceEntries = { consentVersion: v.optional(v.pipe(v.string(), v.trim(), maxCharacters(40)), ''), [FORM_HONEYPOT]: v.optional(v.string(), '') };

/** Body of a volunteer application: the ten keys of VOL-09, or only the eight keys of the form. */
const volunteerBodySchema = v.object({
  kind: v.optional(v.literal('volunteer'), 'volunteer'),
  ...volunteerFormSchema.entries,
  phone: v.optional(volunteerFormSchema.entries.phone, ''),
  skills: v.optional(volunteerFormSchema.entries.skills, ''),
  interests: v.optional(volunteerFormSchema.entries.interests, ''),
  ...volunteerExtrasSchema.entries,
  ...serviceEntries,
});

const schoolVisitBodySchema = v.pipe(
  v.object({
    kind: v.literal('school-visit'),
    ...schoolVisitFormSchema.entries,
    email: v.optional(schoolVisitFormSchema.entries.email, ''),
    phone: v.optional(schoolVisitFormSchema.entries.phone, ''),
    message: v.optional(schoolVisitFormSchema.entries.message, ''),
    ...serviceEntries,
  }),
  v.forward(v.partialCheck([['email'], ['phone']], hasContactDetails, CONTACT_MISSING_MESSAGE), ['email']),
);

/** Body that our form service accepts (NS-07); without `kind` it is a volunteer application. */
export const applicationFormSchema = v.variant('kind', [volunteerBodySchema, schoolVisitBodySchema]);

/**
 * Creates a token for the header `Form-Token` of `sendApplication`: a signed timestamp of when the visitor began to fill in the form.
 * Valid for one day and one application.
 */
export const createFormToken = endpoint({
  method: 'POST',
  path: `${FORM_PATH}/token`,
  access: 'public',
  envelope: 'data',
  response: v.object({ token: v.string() }),
  status: 201,
});

/**
 * Stores an application. With the header `Idempotency-Key` (16 to 100 letters, digits, hyphens or underscores), a repeated request is stored once;
 * without it, the same content is stored once per day. One IP address may send 60 applications an hour, at most 20 of them without
 * a `Form-Token` that is at least three seconds old (429).
 */
export const sendApplication = endpoint({
  method: 'POST',
  path: FORM_PATH,
  access: 'public',
  envelope: 'bare',
  body: applicationFormSchema,
  acceptedHeaders: ['Form-Token', 'Idempotency-Key'],
  response: v.object({ message: v.string() }),
});

/**
 * `q` searches all texts. With `view=summary`, `skills`, `interests`, `motivation`, `pupils`, `weeks` and `message` are ''. `assignee` is an id or `me`.
 * The counts are `all` and `unread`.
 */
export const applicationQuerySchema = v.object({
  ...v.omit(listQuerySchema, ['status', 'scope']).entries,
  view: summaryView,
  sort: sortQuery('name', 'email', 'location', 'qualification', 'readAt', 'stage', 'assignee', 'createdAt'),
  read: v.optional(v.picklist(['true', 'false'], 'must be true or false')),
  stage: v.optional(stage),
  assignee: v.optional(v.string()),
  kind: v.optional(v.picklist(APPLICATION_KINDS)),
});

/**
 * Changes to an application; all fields are optional. Earlier screens send `isRead`: false sets the stage to `new`; true sets it to `handled`, unless it is
 * already past `new`. `assigneeId: null` removes the assignee.
 */
const applicationChangesSchema = v.object({ isRead: v.optional(v.boolean()), stage: v.optional(stage), assigneeId: v.optional(v.nullable(v.string())) });

export const applicationNoteFormSchema = v.object({ text: requiredText('Write something', 4000) });
export const applicationReplySchema = v.object({ subject: requiredText('Enter a subject', 200), text: requiredText('Write something', 10_000) });

/** Lists applications, newest first. */
export const listApplications = endpoint({
  method: 'GET',
  path: '/applications',
  access: 'editor',
  envelope: 'data',
  query: applicationQuerySchema,
  response: v.array(applicationSchema),
});
export const listApplicationsPage = paginated(listApplications);
export const getApplication = endpoint({ method: 'GET', path: '/applications/:id', access: 'editor', envelope: 'data', response: applicationSchema });
export const updateApplication = endpoint({
  method: 'PUT',
  path: '/applications/:id',
  access: 'editor',
  envelope: 'data',
  body: applicationChangesSchema,
  response: applicationSchema,
});
/** Options of the application screen: the possible assignees (editors and administrators, by name), and whether the provider sends email. */
export const getApplicationOptions = endpoint({
  method: 'GET',
  path: '/applications/options',
  access: 'editor',
  envelope: 'data',
  response: v.object({ assignees: v.array(personSchema), canSendMail: v.boolean() }),
});
export const addApplicationNote = endpoint({
  method: 'POST',
  path: '/applications/:id/notes',
  access: 'editor',
  envelope: 'data',
  body: applicationNoteFormSchema,
  response: applicationSchema,
});
/** Deletes one of the caller's notes; administrators may delete any note. */
export const deleteApplicationNote = endpoint({
  method: 'DELETE',
  path: '/applications/:id/notes/:noteId',
  access: 'editor',
  envelope: 'data',
  response: applicationSchema,
});
/**
 * Sends an email to the applicant and keeps it as a note; a new application becomes `in-contact`. 409 if the provider sends no email or the applicant gave no
 * email address; each account may send 60 an hour (429).
 */
export const replyToApplication = endpoint({
  method: 'POST',
  path: '/applications/:id/reply',
  access: 'editor',
  envelope: 'data',
  body: applicationReplySchema,
  response: applicationSchema,
});
/** Moves the application to the trash for 30 days. */
export const deleteApplication = endpoint({ method: 'DELETE', path: '/applications/:id', access: 'editor', envelope: 'data', response: deletedSchema });
export const restoreApplication = endpoint({
  method: 'POST',
  path: '/applications/:id/restore',
  access: 'editor',
  envelope: 'data',
  response: applicationSchema,
});
