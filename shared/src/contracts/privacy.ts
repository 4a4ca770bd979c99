import * as v from 'valibot';
import { VERSION_KINDS } from '../domain/kinds.ts';
import { readPhone } from '../domain/phone-number.ts';
import { PHONE_MESSAGES } from '../domain/phone-settings.ts';
import { applicationSchema } from './application.ts';
import { auditEntrySchema } from './audit.ts';
import { endpoint } from './endpoint.ts';
import { excerptSchema } from './search.ts';

const EMAIL_MESSAGE = 'Enter an email address like name@example.com';
const trimmed = (limit: number) => v.pipe(v.string('must be a text'), v.trim(), v.maxLength(limit, `Use ${limit} characters or fewer`));

/** The number as applications store it, however an administrator writes it. */
const phone = v.pipe(
  v.string('must be a text'),
  v.rawTransform<string, string>(({ dataset, addIssue, NEVER }) => {
    const reading = readPhone(dataset.value);
    if (reading.ok) return reading.number;
    addIssue({ message: PHONE_MESSAGES[reading.problem] });
    return NEVER;
  }),
);

/** The person whom a request is about: any of the three is enough. A name is found as whole words, in any case and with or without diacritics. */
export const personFormSchema = v.pipe(
  v.object({
    email: v.optional(v.pipe(trimmed(254), v.toLowerCase(), v.union([v.literal(''), v.pipe(v.string(), v.email(EMAIL_MESSAGE))], EMAIL_MESSAGE)), ''),
    phone: v.optional(phone, ''),
    name: v.optional(v.pipe(trimmed(100), v.regex(/^$|\p{L}.*\p{L}/su, 'Use 2 letters or more')), ''),
  }),
  v.forward(
    v.check(({ email, phone, name }) => email !== '' || phone !== '' || name !== '', 'Enter a name, an email address or a telephone number'),
    ['name'],
  ),
);
export type PersonForm = v.InferOutput<typeof personFormSchema>;

/** Where something was found. Earlier providers say neither. */
const placeEntries = {
  /** The label of the field with the match. */
  field: v.optional(v.string(), ''),
  /** The text around the match. */
  excerpt: v.optional(excerptSchema, []),
};
const mentionSchema = v.object({
  kind: v.picklist(VERSION_KINDS),
  _id: v.string(),
  title: v.string(),
  isTrashed: v.optional(v.boolean(), false),
  ...placeEntries,
});

/** Where something that names a person can be erased. */
export const PERSON_PLACES = ['applications', 'audit', 'images', 'versions', 'drafts', 'comments'] as const;
export type PersonPlace = (typeof PERSON_PLACES)[number];

/** How many of one place a search lists, and how many one call erases. */
export const MAX_PERSON_ITEMS = 500;

/** One thing that administrators choose, or leave as it is. */
const itemSchema = v.object({
  place: v.picklist(PERSON_PLACES),
  _id: v.string(),
  /** The name of the applicant, the action of an entry of the audit log, or the title of the image or the document. */
  title: v.string(),
  /** The number of a version; absent elsewhere. */
  number: v.optional(v.number()),
  /** Who stored it: the address of an applicant, the name of a member of staff; '' where that is not known. */
  by: v.string(),
  at: v.string(),
  isTrashed: v.optional(v.boolean(), false),
  /** The text around the match; empty for an entry of the audit log that is about an application of the person without naming them. */
  excerpt: excerptSchema,
  /** Found by email address, telephone number or application, and not just by a name that others may have too. */
  isExact: v.boolean(),
});
export type PersonItem = v.InferOutput<typeof itemSchema>;

const imageSchema = v.object({
  _id: v.string(),
  title: v.string(),
  url: v.string(),
  isTrashed: v.boolean(),
});
const backupSchema = v.object({
  createdAt: v.string(),
  /** The folder on the machine that made it. */
  location: v.string(),
  expiresAt: v.string(),
  isEncrypted: v.boolean(),
});
export type HeldBackup = v.InferOutput<typeof backupSchema>;

/** What the site stores about a person. */
export const personDataSchema = v.object({
  /** Those in the trash too. */
  applications: v.array(applicationSchema),
  /** Entries of the audit log that name the person. */
  audit: v.array(auditEntrySchema),
  /** Images whose title, description or consent names the person. */
  images: v.array(imageSchema),
  /** Documents that name the person in any text, whatever their status and in the trash too. Erasing does not change them: editors do. */
  mentions: v.array(mentionSchema),
  /** Albums whose name has the person's. Editors rename them. */
  albums: v.optional(v.array(v.object({ _id: v.string(), title: v.string() })), []),
  /** How many versions of documents name the person. */
  versions: v.optional(v.number(), 0),
  /** How many comments on drafts name the person, or are by a member of staff of that name. */
  comments: v.optional(v.number()),
  /** Everything that can be erased, up to `MAX_PERSON_ITEMS` of each place. Earlier providers list nothing. */
  items: v.optional(v.array(itemSchema), []),
  /** How many more there are. */
  omittedItems: v.optional(v.number(), 0),
  /** The person has a staff account, which is deleted under "Users" first. */
  hasAccount: v.boolean(),
  /** Backups that hold what is found here, until they expire. */
  backups: v.array(backupSchema),
});
export type PersonData = v.InferOutput<typeof personDataSchema>;

/** The response is also the export: everything that is stored, as JSON. */
export const findPerson = endpoint({
  method: 'POST',
  path: '/privacy/person',
  access: 'admin',
  needsRecentSignIn: true,
  envelope: 'data',
  body: personFormSchema,
  response: personDataSchema,
});

const chosenIds = v.optional(v.pipe(v.array(v.pipe(v.string(), v.maxLength(100))), v.maxLength(MAX_PERSON_ITEMS)), []);

/** The ids of items by place. What a search for the person does not find is left as it is. */
const chosenSchema = v.object({
  applications: chosenIds,
  audit: chosenIds,
  images: chosenIds,
  versions: chosenIds,
  drafts: chosenIds,
  comments: chosenIds,
});

/**
 * Erases the chosen items for good, and nothing else: applications, the personal values of audit entries, images wherever they are shown, the fields of versions, unsaved
 * drafts and review comments. Without `chosen`, as earlier screens send it, the exact matches among applications and audit entries, and `imageIds`. 409 while the person has
 * a staff account.
 */
export const erasePerson = endpoint({
  method: 'POST',
  path: '/privacy/erase',
  access: 'admin',
  needsRecentSignIn: true,
  envelope: 'data',
  body: v.intersect([
    personFormSchema,
    v.object({
      chosen: v.optional(chosenSchema),
      imageIds: v.optional(v.pipe(v.array(v.pipe(v.string(), v.maxLength(60))), v.maxLength(200)), []),
    }),
  ]),
  response: v.object({
    applications: v.number(),
    auditEntries: v.number(),
    images: v.number(),
    versions: v.optional(v.number(), 0),
    drafts: v.optional(v.number(), 0),
    comments: v.optional(v.number()),
    /** Older backups that still hold the data, and until when. */
    backups: v.array(backupSchema),
  }),
});
