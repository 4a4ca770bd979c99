import * as v from 'valibot';
import { VERSION_KINDS } from '../domain/kinds.ts';
import { readPhone } from '../domain/phone-number.ts';
import { PHONE_MESSAGES } from '../domain/phone-settings.ts';
import { maxCharacters } from '../domain/text-length.ts';
import { applicationSchema } from './application.ts';
import { auditEntrySchema } from './audit.ts';
import { endpoint } from './endpoint.ts';
import { excerptSchema } from './search.ts';

const EMAIL_MESSAGE = 'Enter an email address like name@example.com';
const trimmedText = (limit: number) => v.pipe(v.string('must be a text'), v.trim(), maxCharacters(limit, `Use ${limit} characters or fewer`));

/** Phone number in the format that applications store, whatever format an administrator enters. */
const phone = v.pipe(
  v.string('must be a text'),
  v.rawTransform<string, string>(({ dataset, addIssue, NEVER }) => {
    const reading = readPhone(dataset.value);
    if (reading.ok) return reading.number;
    addIssue({ message: PHONE_MESSAGES[reading.problem] });
    return NEVER;
  }),
);

/** Person to search for; one of the three fields is enough. Names match whole words, ignoring case and diacritics. */
export const personFormSchema = v.pipe(
  v.object({
    email: v.optional(v.pipe(trimmedText(254), v.toLowerCase(), v.union([v.literal(''), v.pipe(v.string(), v.email(EMAIL_MESSAGE))], EMAIL_MESSAGE)), ''),
    phone: v.optional(phone, ''),
    name: v.optional(v.pipe(trimmedText(100), v.regex(/^$|\p{L}[\s\S]*\p{L}/u, 'Use 2 letters or more')), ''),
  }),
  v.forward(
    v.check(({ email, phone, name }) => email !== '' || phone !== '' || name !== '', 'Enter a name, an email address or a phone number'),
    ['name'],
  ),
);
export type PersonForm = v.InferOutput<typeof personFormSchema>;

/** Location of a match. Earlier providers send neither field. */
const locationEntries = {
  /** Label of the matching field. */
  field: v.optional(v.string(), ''),
  /** Text around the match. */
  excerpt: v.optional(excerptSchema, []),
};
const mentionSchema = v.object({
  kind: v.picklist(VERSION_KINDS),
  _id: v.string(),
  title: v.string(),
  isTrashed: v.optional(v.boolean(), false),
  ...locationEntries,
});

/** Kinds of items in which personal data can be erased. */
export const PERSON_PLACES = ['applications', 'audit', 'images', 'versions', 'drafts', 'comments'] as const;
export type PersonPlace = (typeof PERSON_PLACES)[number];

/** Maximum number of items of one kind that a search lists and that one request erases. */
export const MAX_PERSON_ITEMS = 500;

/** Item that administrators can choose to erase. */
const itemSchema = v.object({
  place: v.picklist(PERSON_PLACES),
  _id: v.string(),
  /** Name of the applicant, action of the audit entry, or title of the image or document. */
  title: v.string(),
  /** Number of the version, if the item is a version. */
  number: v.optional(v.number()),
  /** Email address or phone number of the applicant, or name of the member of staff; '' if unknown. */
  by: v.string(),
  at: v.string(),
  isTrashed: v.optional(v.boolean(), false),
  /** Text around the match; empty for an audit entry that is about the person's application without naming them. */
  excerpt: excerptSchema,
  /** Whether the item matches by email address, telephone number or application, and not just by a name that other people may share. */
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
  /** Folder on the machine that made the backup. */
  location: v.string(),
  expiresAt: v.string(),
  isEncrypted: v.boolean(),
});
export type HeldBackup = v.InferOutput<typeof backupSchema>;

/** Data that the site stores about a person. */
export const personDataSchema = v.object({
  /** Includes applications in the trash. */
  applications: v.array(applicationSchema),
  audit: v.array(auditEntrySchema),
  /** Images whose title, description or consent names the person. */
  images: v.array(imageSchema),
  /** Documents of any status, including those in the trash, with the person's name in any text. Erasing leaves them unchanged, so editors must change them. */
  mentions: v.array(mentionSchema),
  /** Albums with the person's name in their title. Editors must rename them. */
  albums: v.optional(v.array(v.object({ _id: v.string(), title: v.string() })), []),
  versions: v.optional(v.number(), 0),
  /** Number of comments on drafts that name the person, or whose author is a member of staff with that name. */
  comments: v.optional(v.number()),
  /** Items that can be erased, up to `MAX_PERSON_ITEMS` of each kind. Earlier providers list none. */
  items: v.optional(v.array(itemSchema), []),
  omittedItems: v.optional(v.number(), 0),
  /** Whether the person has a staff account, which must first be deleted under "Users". */
  hasAccount: v.boolean(),
  /** Backups that contain this data until they expire. */
  backups: v.array(backupSchema),
});
export type PersonData = v.InferOutput<typeof personDataSchema>;

/** Finds all data about a person. The response is also the export: everything that is stored, as JSON. */
export const findPerson = endpoint({
  method: 'POST',
  path: '/privacy/person',
  access: 'admin',
  needsRecentSignIn: true,
  envelope: 'data',
  body: personFormSchema,
  response: personDataSchema,
});

const selectedIds = v.optional(v.pipe(v.array(v.pipe(v.string(), maxCharacters(100))), v.maxLength(MAX_PERSON_ITEMS)), []);

/** Ids of chosen items, by kind. Only items that a search for the person finds are erased. */
const selectionSchema = v.object({
  applications: selectedIds,
  audit: selectedIds,
  images: selectedIds,
  versions: selectedIds,
  drafts: selectedIds,
  comments: selectedIds,
});

/**
 * Permanently erases only the chosen items: applications, the personal values of audit entries, images everywhere they are shown, the fields of versions,
 * unsaved drafts and review comments. Without `chosen` (requests from earlier screens), it erases the exact matches among applications and audit entries,
 * and the images in `imageIds`. 409 while the person has a staff account.
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
      chosen: v.optional(selectionSchema),
      imageIds: v.optional(v.pipe(v.array(v.pipe(v.string(), maxCharacters(60))), v.maxLength(200)), []),
    }),
  ]),
  response: v.object({
    applications: v.number(),
    auditEntries: v.number(),
    images: v.number(),
    versions: v.optional(v.number(), 0),
    drafts: v.optional(v.number(), 0),
    comments: v.optional(v.number()),
    /** Older backups that still contain the data, with their expiry times. */
    backups: v.array(backupSchema),
  }),
});
