import * as v from 'valibot';
import { endpoint } from './endpoint.ts';
import { deletedSchema, flagField, focalPoint, moment, pictureFields, slugField, text, trimmed, updatedAtField } from './fields.ts';

/** One program in detail (DATA-05, NS-06). `content` is sanitised HTML; `coverImage` is '' when there is none; `coverImageAlt` says what it shows. */
export const programSchema = v.object({
  _id: text,
  slug: text,
  title: text,
  coverImage: text,
  coverImageAlt: text,
  coverImageFocal: focalPoint,
  content: text,
  updatedAt: moment,
  isSample: v.nullish(v.boolean(), false),
});
export type Program = v.InferOutput<typeof programSchema>;

export const getProgram = endpoint({ method: 'GET', path: '/programs/:slug', access: 'public', envelope: 'data', answer: programSchema });
export const listPrograms = endpoint({ method: 'GET', path: '/programs', access: 'public', envelope: 'data', answer: v.array(programSchema) });

/** Fields of the program form; the file goes as `coverImage`. */
export const programFormSchema = v.object({
  title: v.optional(v.pipe(trimmed(140), v.nonEmpty('Enter a title'))),
  slug: v.optional(slugField),
  content: v.optional(v.pipe(v.string(), v.maxLength(200_000, 'Use 200000 characters or fewer'))),
  coverImageAlt: v.optional(trimmed(300)),
  removeCoverImage: v.optional(flagField),
  updatedAt: updatedAtField,
  ...pictureFields,
});
export type ProgramForm = v.InferOutput<typeof programFormSchema>;

export const createProgram = endpoint({
  method: 'POST',
  path: '/programs',
  access: 'editor',
  envelope: 'data',
  body: programFormSchema,
  bodyType: 'multipart',
  answer: programSchema,
  status: 201,
});
export const updateProgram = endpoint({
  method: 'PUT',
  path: '/programs/:id',
  access: 'editor',
  envelope: 'data',
  body: programFormSchema,
  bodyType: 'multipart',
  answer: programSchema,
});
/** Into the trash, for 30 days. */
export const deleteProgram = endpoint({ method: 'DELETE', path: '/programs/:id', access: 'editor', envelope: 'data', answer: deletedSchema });
/** Back from the trash; under the next free slug when another program has taken its own. */
export const restoreProgram = endpoint({ method: 'POST', path: '/programs/:id/restore', access: 'editor', envelope: 'data', answer: programSchema });
