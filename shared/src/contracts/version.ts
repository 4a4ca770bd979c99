import * as v from 'valibot';
import { richText } from '../domain/form-fields.ts';
import { VERSION_KINDS } from '../domain/kinds.ts';
import { publicationStatusSchema } from '../domain/publication-status.ts';
import { endpoint } from './endpoint.ts';
import { deletedSchema } from './fields.ts';

export const VERSION_ACTS = ['saved', 'autosaved', 'published', 'unpublished'] as const;

/** One version of a document. */
const versionSchema = v.object({
  kind: v.picklist(VERSION_KINDS),
  /** From 1; each document has its own. */
  number: v.number(),
  /** ISO 8601, UTC. */
  savedAt: v.string(),
  /** The name of the account; '' where it is not known, or no longer there. */
  savedBy: v.string(),
  act: v.picklist(VERSION_ACTS),
  status: publicationStatusSchema,
  title: v.string(),
  /** The names of the fields, the image's name included, that differ from the version before. */
  changed: v.array(v.string()),
  /** It named a person whose data was erased: nothing of it is left. */
  isErased: v.boolean(),
});
export type Version = v.InferOutput<typeof versionSchema>;

/** The versions of a document outside the trash, the newest first. Contributors see those of all documents, as they see the documents. */
export const listVersions = endpoint({
  method: 'GET',
  path: '/versions/:kind/:id',
  access: 'staff',
  envelope: 'data',
  response: v.array(versionSchema),
});

const fieldsSchema = v.record(v.string(), v.union([v.string(), v.array(v.string())]));

/** One version with its fields by the names of the document, the alternative text of the image included. Of one that was erased there are none. */
const fullVersionSchema = v.object({
  ...versionSchema.entries,
  fields: fieldsSchema,
  /** Id and address of its image; '' without one, and for one that was withdrawn. */
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

/** What the caller has changed of a document and not saved yet: the fields as text, by the names of the form. */
const documentDraftSchema = v.object({
  /** `updatedAt` of the document when the work began. */
  base: v.pipe(v.string(), v.maxLength(40)),
  fields: v.record(v.pipe(v.string(), v.maxLength(60)), richText),
});
export type DocumentDraft = v.InferOutput<typeof documentDraftSchema>;

/** Null where there is none. */
const storedDraftSchema = v.nullable(
  v.object({
    ...documentDraftSchema.entries,
    savedAt: v.string(),
    /** The fields of the document at `base`, by the names of the document, where it has been saved since and its versions have that state. */
    baseFields: v.optional(fieldsSchema),
  }),
);

/** The caller's own: the work continues on another device. */
export const getDocumentDraft = endpoint({ method: 'GET', path: '/drafts/:kind/:id', access: 'staff', envelope: 'data', response: storedDraftSchema });
/**
 * `isRestored`: the draft is an earlier version. What was saved automatically until then stays in the versions, for the draft leads away from it. `continues`: the
 * `savedAt` of the draft that this one was made of, '' for none. A draft that another device has stored meanwhile becomes a version.
 */
export const putDocumentDraft = endpoint({
  method: 'PUT',
  path: '/drafts/:kind/:id',
  access: 'staff',
  envelope: 'data',
  body: v.object({ ...documentDraftSchema.entries, isRestored: v.optional(v.boolean()), continues: v.optional(v.pipe(v.string(), v.maxLength(40))) }),
  response: storedDraftSchema,
});
/** With `savedAt` only the draft of that time: another device may have stored more since. */
export const deleteDocumentDraft = endpoint({
  method: 'DELETE',
  path: '/drafts/:kind/:id',
  access: 'staff',
  envelope: 'data',
  query: v.object({ savedAt: v.optional(v.string()) }),
  response: deletedSchema,
});
