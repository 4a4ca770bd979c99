import * as v from 'valibot';
import { plainText } from '../domain/trim-text.ts';
import { endpoint } from './endpoint.ts';
import { deletedSchema, optionalText, timestamp } from './fields.ts';
import { listQuerySchema, paginated, sortQuery, summaryView } from './pagination.ts';

/** In the order of the form's list (VOL-05); the empty first option means that nothing is chosen. */
export const QUALIFICATIONS = ['SSCE', 'ND', 'HND', 'BSc', 'MSc', 'PhD', 'Other'] as const;
/** Where our own form service receives applications of both kinds, below `/api`. */
export const FORM_PATH = '/forms/volunteer';
export const VOLUNTEER_SUBJECT = 'New Volunteer Application';
export const SCHOOL_VISIT_SUBJECT = 'New School Visit Request';

/** What is applied for. Both kinds go to the same form service, and staff work on them in one list. */
export const APPLICATION_KINDS = ['volunteer', 'school-visit'] as const;
export type ApplicationKind = (typeof APPLICATION_KINDS)[number];

/** Name of the honeypot field, which people do not see and bots fill in; never one of the ten keys. */
export const FORM_HONEYPOT = 'topic';

/** Longest texts, in characters (NS-05). */
export const VOLUNTEER_LIMITS = { name: 100, location: 120, skills: 500, interests: 500, motivation: 2000 } as const;
export const SCHOOL_VISIT_LIMITS = { school: 160, location: 120, name: 100, role: 80, pupils: 200, weeks: 200, message: 2000 } as const;

const EMAIL_MESSAGE = 'Enter an email address like name@example.com';
const PHONE_MESSAGE = 'Enter a phone number, like 0803 123 4567';

const atMost = (limit: number) => v.maxLength<string, number, string>(limit, `Use ${limit} characters or fewer`);
const needed = (message: string, limit: number) => v.pipe(plainText, v.nonEmpty(message), atMost(limit));
const optional = (limit: number) => v.pipe(plainText, atMost(limit));
/** The browser's own format check (VOL-04), and a dot in the domain: an address without one cannot be replied to. */
const emailFormat = v.pipe(v.string(), v.rfcEmail(EMAIL_MESSAGE), v.regex(/\.[^.@]+$/, EMAIL_MESSAGE), v.maxLength(254, EMAIL_MESSAGE));

/** The form that a visitor fills in (VOL-03 to VOL-05), with the messages of NS-05; the optional texts are '' when left empty. */
export const volunteerFormSchema = v.object({
  name: needed('Enter your name', VOLUNTEER_LIMITS.name),
  email: v.pipe(v.string(), v.trim(), v.nonEmpty('Enter your email address'), emailFormat),
  // Plus and digits (VOL-07). The form itself checks whether the number can exist, which needs the numbering plans of all countries.
  phone: v.pipe(v.string(), v.trim(), v.regex(/^(\+[0-9]{4,15})?$/, PHONE_MESSAGE)),
  qualification: v.picklist(QUALIFICATIONS, 'Select your qualification'),
  location: needed('Enter where you live', VOLUNTEER_LIMITS.location),
  skills: optional(VOLUNTEER_LIMITS.skills),
  interests: optional(VOLUNTEER_LIMITS.interests),
  motivation: needed('Tell us why you want to volunteer', VOLUNTEER_LIMITS.motivation),
});
export type VolunteerForm = v.InferOutput<typeof volunteerFormSchema>;

/** The ten keys that the form-collection service receives (VOL-09). */
export const volunteerApplicationSchema = v.object({ ...volunteerFormSchema.entries, _subject: v.literal(VOLUNTEER_SUBJECT), _replyto: v.string() });
export type VolunteerApplication = v.InferOutput<typeof volunteerApplicationSchema>;

export const toVolunteerApplication = (form: VolunteerForm): VolunteerApplication => ({ ...form, _subject: VOLUNTEER_SUBJECT, _replyto: form.email });

const isReachable = ({ email, phone }: { readonly email: string; readonly phone: string }): boolean => email !== '' || phone !== '';
const REACHABLE_MESSAGE = 'Enter an email address or a phone number';

/** The form by which a school asks for a visit; the optional texts are '' when left empty. */
export const schoolVisitFormSchema = v.pipe(
  v.object({
    school: needed('Enter the name of your school', SCHOOL_VISIT_LIMITS.school),
    location: needed('Enter the town and state', SCHOOL_VISIT_LIMITS.location),
    name: needed('Enter your name', SCHOOL_VISIT_LIMITS.name),
    role: needed('Enter your role at the school', SCHOOL_VISIT_LIMITS.role),
    email: v.pipe(v.string(), v.trim(), v.union([v.literal(''), emailFormat], EMAIL_MESSAGE)),
    phone: volunteerFormSchema.entries.phone,
    pupils: needed('Enter how many pupils, and their ages', SCHOOL_VISIT_LIMITS.pupils),
    weeks: needed('Enter the weeks that suit you', SCHOOL_VISIT_LIMITS.weeks),
    message: optional(SCHOOL_VISIT_LIMITS.message),
  }),
  // Checked even if other fields have errors, so that the visitor sees all errors at once.
  v.forward(v.partialCheck([['email'], ['phone']], isReachable, REACHABLE_MESSAGE), ['email']),
);
export type SchoolVisitForm = v.InferOutput<typeof schoolVisitFormSchema>;

/** What the form-collection service receives for a school visit; `_replyto` is '' where the school gave a phone number alone. */
export const toSchoolVisitRequest = (form: SchoolVisitForm) => ({
  ...form,
  kind: 'school-visit' as const,
  _subject: SCHOOL_VISIT_SUBJECT,
  _replyto: form.email,
});

/** Asked for by our own form service only; all answers are optional. */
export const AGE_BANDS = ['under-18', '18-24', '25-or-older'] as const;
export type AgeBand = (typeof AGE_BANDS)[number];
export const GUARDIAN_LIMIT = 200;

const guardianContact = v.optional(optional(GUARDIAN_LIMIT), '');
const ageBand = v.optional(v.picklist(['', ...AGE_BANDS], 'Choose an age group or “Prefer not to say”'), '');

/** What a visitor may add for our own form service: an age band ('' prefers not to say), and under 18 how to reach a guardian. */
export const volunteerExtrasSchema = v.object({ ageBand, guardianContact });

/** How far staff are with an application. `handled`: nothing more is to be done, without a decision. */
export const APPLICATION_STAGES = ['new', 'in-contact', 'accepted', 'declined', 'handled'] as const;
export type ApplicationStage = (typeof APPLICATION_STAGES)[number];
const stage = v.picklist(APPLICATION_STAGES);

/** A note of staff about an application; visitors never see it. */
export const applicationNoteSchema = v.object({ _id: v.string(), text: v.string(), author: optionalText, authorId: v.string(), createdAt: timestamp });
export type ApplicationNote = v.InferOutput<typeof applicationNoteSchema>;

const personSchema = v.object({ _id: v.string(), name: v.string() });

/** A volunteer application, or a school's request for a visit, as editors see it. */
export const applicationSchema = v.object({
  _id: v.string(),
  /** Absent on a provider that knows volunteers alone. */
  kind: v.optional(v.fallback(v.picklist(APPLICATION_KINDS), 'volunteer'), 'volunteer'),
  name: optionalText,
  email: optionalText,
  phone: optionalText,
  qualification: optionalText,
  location: optionalText,
  skills: optionalText,
  interests: optionalText,
  motivation: optionalText,
  /** One of `AGE_BANDS`, or '' without an answer. */
  ageBand: optionalText,
  guardianContact: optionalText,
  /** Answers of a school, whose `name` is that of the contact person; '' for volunteers. */
  school: optionalText,
  role: optionalText,
  pupils: optionalText,
  weeks: optionalText,
  message: optionalText,
  /** The version of the privacy notice that the applicant saw, or ''. */
  consentVersion: optionalText,
  createdAt: timestamp,
  /** Null until someone has read it. */
  readAt: timestamp,
  /** `new` exactly while `readAt` is null. Absent on a provider that does not know it. */
  stage: v.optional(stage),
  /** Who takes care of it; null while nobody does. */
  assignee: v.nullish(personSchema, null),
  /** The oldest first; only of `getApplication` and of what changes one application. */
  notes: v.optional(v.array(applicationNoteSchema), []),
  /** The ids of those received right after it and right before it; only where there are notes. */
  newer: v.nullish(v.string(), null),
  older: v.nullish(v.string(), null),
  isSample: v.nullish(v.boolean(), false),
});
export interface Application extends v.InferOutput<typeof applicationSchema> {}

/** The honeypot, which people never see and bots fill in, and the version of the privacy notice next to the button. */
const ownEntries = { consentVersion: v.optional(v.pipe(v.string(), v.trim(), v.maxLength(40)), ''), [FORM_HONEYPOT]: v.optional(v.string(), '') };

/** The body of a volunteer application: the ten keys of VOL-09, or the eight of the form. */
const volunteerBodySchema = v.object({
  kind: v.optional(v.literal('volunteer'), 'volunteer'),
  ...volunteerFormSchema.entries,
  phone: v.optional(volunteerFormSchema.entries.phone, ''),
  skills: v.optional(volunteerFormSchema.entries.skills, ''),
  interests: v.optional(volunteerFormSchema.entries.interests, ''),
  ...volunteerExtrasSchema.entries,
  ...ownEntries,
});

const schoolVisitBodySchema = v.pipe(
  v.object({
    kind: v.literal('school-visit'),
    ...schoolVisitFormSchema.entries,
    email: v.optional(schoolVisitFormSchema.entries.email, ''),
    phone: v.optional(schoolVisitFormSchema.entries.phone, ''),
    message: v.optional(schoolVisitFormSchema.entries.message, ''),
    ...ownEntries,
  }),
  v.forward(v.partialCheck([['email'], ['phone']], isReachable, REACHABLE_MESSAGE), ['email']),
);

/** The body that our own form service accepts (NS-07); without a `kind` it is a volunteer's. */
export const applicationFormSchema = v.variant('kind', [volunteerBodySchema, schoolVisitBodySchema]);

/** For the header `Form-Token` of `sendApplication`: the time at which a visitor begins to fill in the form, signed. Valid for a day, and for one application. */
export const createFormToken = endpoint({
  method: 'POST',
  path: `${FORM_PATH}/token`,
  access: 'public',
  envelope: 'data',
  response: v.object({ token: v.string() }),
  status: 201,
});

/** With the header `Idempotency-Key` (16 to 100 letters, digits, hyphens or underscores) an application that is sent again is stored once; without it, one of the same content and day. An address may send 60 in an hour, of which 20 without a `Form-Token` that is at least three seconds old (429). */
export const sendApplication = endpoint({
  method: 'POST',
  path: FORM_PATH,
  access: 'public',
  envelope: 'bare',
  body: applicationFormSchema,
  response: v.object({ message: v.string() }),
});

/**
 * `q` searches all texts. `view=summary`: `skills`, `interests`, `motivation`, `pupils`, `weeks` and `message` are ''. `assignee`: an id, or `me`. `counts` are `all` and `unread`.
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

/** Both may be left out. `isRead` is what earlier screens send: false makes it new, true handled unless it is further. `assigneeId`: null for nobody. */
const applicationChangesSchema = v.object({ isRead: v.optional(v.boolean()), stage: v.optional(stage), assigneeId: v.optional(v.nullable(v.string())) });

export const applicationNoteFormSchema = v.object({ text: needed('Write something', 4000) });
export const applicationReplySchema = v.object({ subject: needed('Enter a subject', 200), text: needed('Write something', 10_000) });

/** Newest first. */
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
/** What the screen of an application offers: who can be assigned (editors and administrators, by name), and whether the provider sends email. */
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
/** One's own; administrators delete every note. */
export const deleteApplicationNote = endpoint({
  method: 'DELETE',
  path: '/applications/:id/notes/:noteId',
  access: 'editor',
  envelope: 'data',
  response: applicationSchema,
});
/** Sends an email to the applicant, and keeps it as a note. A new application is in contact from then on. 409 where the provider sends no email or the applicant gave no address; 60 an hour for each account (429). */
export const replyToApplication = endpoint({
  method: 'POST',
  path: '/applications/:id/reply',
  access: 'editor',
  envelope: 'data',
  body: applicationReplySchema,
  response: applicationSchema,
});
/** Moves it to the trash, for 30 days. */
export const deleteApplication = endpoint({ method: 'DELETE', path: '/applications/:id', access: 'editor', envelope: 'data', response: deletedSchema });
export const restoreApplication = endpoint({
  method: 'POST',
  path: '/applications/:id/restore',
  access: 'editor',
  envelope: 'data',
  response: applicationSchema,
});
