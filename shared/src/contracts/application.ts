import * as v from 'valibot';
import { endpoint } from './endpoint.ts';
import { deletedSchema, optionalText, timestamp } from './fields.ts';
import { listQuerySchema, paginated, sortQuery, summaryView } from './pagination.ts';

/** In the order of the form's list (VOL-05); the empty first option means that nothing is chosen. */
export const QUALIFICATIONS = ['SSCE', 'ND', 'HND', 'BSc', 'MSc', 'PhD', 'Other'] as const;
/** Where our own form service receives applications, below `/api`. */
export const VOLUNTEER_FORM_PATH = '/forms/volunteer';
export const VOLUNTEER_SUBJECT = 'New Volunteer Application';

/** Name of the honeypot field, which people do not see and bots fill in; never one of the ten keys. */
export const VOLUNTEER_HONEYPOT = 'topic';

/** Longest texts, in characters (NS-05). */
export const VOLUNTEER_LIMITS = { name: 100, location: 120, skills: 500, interests: 500, motivation: 2000 } as const;

const EMAIL_MESSAGE = 'Enter an email address like name@example.com';
const PHONE_MESSAGE = 'Enter a phone number, like 0803 123 4567';

const atMost = (limit: number) => v.maxLength<string, number, string>(limit, `Use ${limit} characters or fewer`);
const needed = (message: string, limit: number) => v.pipe(v.string(), v.trim(), v.nonEmpty(message), atMost(limit));
const optional = (limit: number) => v.pipe(v.string(), v.trim(), atMost(limit));

/** The form that a visitor fills in (VOL-03 to VOL-05), with the messages of NS-05; the optional texts are '' when left empty. */
export const volunteerFormSchema = v.object({
  name: needed('Enter your name', VOLUNTEER_LIMITS.name),
  // The browser's own format check (VOL-04), and a dot in the domain: an address without one cannot be replied to.
  email: v.pipe(
    v.string(),
    v.trim(),
    v.nonEmpty('Enter your email address'),
    v.rfcEmail(EMAIL_MESSAGE),
    v.regex(/\.[^.@]+$/, EMAIL_MESSAGE),
    v.maxLength(254, EMAIL_MESSAGE),
  ),
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

/** Asked for by our own form service only; nobody has to answer. */
export const AGE_BANDS = ['under-18', '18-24', '25-or-older'] as const;
export type AgeBand = (typeof AGE_BANDS)[number];
export const GUARDIAN_LIMIT = 200;

const guardianContact = v.optional(optional(GUARDIAN_LIMIT), '');
const ageBand = v.optional(v.picklist(['', ...AGE_BANDS], 'Choose an age, or “Prefer not to say”'), '');

/** What a visitor may add for our own form service: an age band ('' prefers not to say), and under 18 how to reach a guardian. */
export const volunteerExtrasSchema = v.object({ ageBand, guardianContact });
export type VolunteerExtras = v.InferOutput<typeof volunteerExtrasSchema>;

/** A volunteer application as editors see it. */
export const applicationSchema = v.object({
  _id: v.string(),
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
  /** The version of the privacy notice that the applicant saw, or ''. */
  consentVersion: optionalText,
  createdAt: timestamp,
  /** Null until someone has read it. */
  readAt: timestamp,
  isSample: v.nullish(v.boolean(), false),
});
export type Application = v.InferOutput<typeof applicationSchema>;

/** The body that our own form service accepts (NS-07): the ten keys of VOL-09, or the eight of the form; and the honeypot, which people never see and bots fill in. */
export const applicationFormSchema = v.object({
  ...volunteerFormSchema.entries,
  phone: v.optional(volunteerFormSchema.entries.phone, ''),
  skills: v.optional(volunteerFormSchema.entries.skills, ''),
  interests: v.optional(volunteerFormSchema.entries.interests, ''),
  ...volunteerExtrasSchema.entries,
  /** The version of the privacy notice next to the button. */
  consentVersion: v.optional(v.pipe(v.string(), v.trim(), v.maxLength(40)), ''),
  [VOLUNTEER_HONEYPOT]: v.optional(v.string(), ''),
});

/** For the header `Form-Token` of `sendApplication`: the time at which a visitor begins to fill in the form, signed. Valid for a day, and for one application. */
export const createFormToken = endpoint({
  method: 'POST',
  path: `${VOLUNTEER_FORM_PATH}/token`,
  access: 'public',
  envelope: 'data',
  response: v.object({ token: v.string() }),
  status: 201,
});

/** With the header `Idempotency-Key` (16 to 100 letters, digits, hyphens or underscores) an application that is sent again is stored once; without it, one of the same content and day. An address may send 60 in an hour, of which 20 without a `Form-Token` that is at least three seconds old (429). */
export const sendApplication = endpoint({
  method: 'POST',
  path: VOLUNTEER_FORM_PATH,
  access: 'public',
  envelope: 'bare',
  body: applicationFormSchema,
  response: v.object({ message: v.string() }),
});

/** `q` searches all texts. `view=summary`: `skills`, `interests` and `motivation` are ''. `counts` are `all` and `unread`. */
export const applicationQuerySchema = v.object({
  ...v.omit(listQuerySchema, ['status', 'scope']).entries,
  view: summaryView,
  sort: sortQuery('name', 'email', 'location', 'qualification', 'readAt', 'createdAt'),
  read: v.optional(v.picklist(['true', 'false'], 'must be true or false')),
});

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
  body: v.object({ isRead: v.boolean() }),
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
