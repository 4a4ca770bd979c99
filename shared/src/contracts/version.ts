import * as v from 'valibot';
import { richText } from '../domain/form-fields.ts';
import { VERSION_KINDS } from '../domain/kinds.ts';
import { publicationStatusSchema } from '../domain/publication-status.ts';
import { maxCharacters } from '../domain/text-length.ts';
import { endpoint } from './endpoint.ts';
import { deletedSchema } from './fields.ts';

export const VERSION_ACTS = ['saved', 'autosaved', 'published', 'unpublished'] as const;

const versionSchema = v.object({
  kind: v.picklist(VERSION_KINDS),
  /** Version number, starting at 1 for each document. */
  number: v.number(),
  /** ISO 8601 in UTC. */
  savedAt: v.string(),
  /** Name of the account; '' if it is unknown or the account was deleted. */
  savedBy: v.string(),
  act: v.picklist(VERSION_ACTS),
  status: publicationStatusSchema,
  title: v.string(),
  /** Names of the fields that differ from the previous version, including the image field. */
  changed: v.array(v.string()),
  /** Whether the content of the version was deleted, because it named a person whose data was erased. */
  isErased: v.boolean(),
});
export type Version = v.InferOutput<typeof versionSchema>;

/**
 * Lists the versions of a document outside the trash, newest first. Contributors may read the versions of all documents, just as they may read the documents.
 */
export const listVersions = endpoint({
  method: 'GET',
  path: '/versions/:kind/:id',
  access: 'staff',
  envelope: 'data',
  response: v.array(versionSchema),
});

const fieldsSchema = v.record(v.string(), v.union([v.string(), v.array(v.string())]));

/** Version with its fields under the document's field names, including the image's alternative text. An erased version has no fields. */
const fullVersionSchema = v.object({
  ...versionSchema.entries,
  fields: fieldsSchema,
  /** Id and URL of the image; '' if there is none or it was withdrawn. */
  imageId: v.string(),
  image: v.string(),
});
export type FullVersion = v.InferOutput<typeof fullVersionSchema>;

export const getVersion = endpoint({
  method: 'GET',
  path: '/versions/:kind/:id/:number',
  access: 'staff',
  envelope: 'data',
  response: fullVersionSchema,
});

/** The caller's unsaved changes to a document: the fields as text, under the form's field names. */
const documentDraftSchema = v.object({
  /** `updatedAt` of the document when the changes began. */
  base: v.pipe(v.string(), maxCharacters(40)),
  fields: v.record(v.pipe(v.string(), maxCharacters(60)), richText),
});
export type DocumentDraft = v.InferOutput<typeof documentDraftSchema>;

const storedDraftSchema = v.nullable(
  v.object({
    ...documentDraftSchema.entries,
    savedAt: v.string(),
    /**
     * Fields of the document at `base`, under the document's field names. Present only if the document has been saved since then and its versions contain that
     * state.
     */
    baseFields: v.optional(fieldsSchema),
  }),
);

/** Returns the caller's draft, so that they can continue on another device. */
export const getDocumentDraft = endpoint({ method: 'GET', path: '/drafts/:kind/:id', access: 'staff', envelope: 'data', response: storedDraftSchema });
/**
 * Stores the caller's draft. `isRestored`: the draft is an earlier version, so the autosaved work before it is kept as a version. `continues` is '' or the
 * `savedAt` of the draft that this draft is based on. If another device has stored a draft in the meantime, that draft becomes a version.
 */
export const putDocumentDraft = endpoint({
  method: 'PUT',
  path: '/drafts/:kind/:id',
  access: 'staff',
  envelope: 'data',
  body: v.object({ ...documentDraftSchema.entries, isRestored: v.optional(v.boolean()), continues: v.optional(v.pipe(v.string(), maxCharacters(40))) }),
  response: storedDraftSchema,
});
/** Deletes the caller's draft. With `savedAt`, deletes it only if it was stored at that time, because another device may have stored a newer draft. */
export const deleteDocumentDraft = endpoint({
  method: 'DELETE',
  path: '/drafts/:kind/:id',
  access: 'staff',
  envelope: 'data',
  query: v.object({ savedAt: v.optional(v.string()) }),
  response: deletedSchema,
});
