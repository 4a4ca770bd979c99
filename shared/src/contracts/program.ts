import * as v from 'valibot';
import { endpoint } from './endpoint.ts';
import { focalPoint, moment, text } from './fields.ts';

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
