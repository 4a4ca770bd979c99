import * as v from 'valibot';
import { contentKind, formSchema, richTextField, textField } from '../domain/content-kind.ts';
import { choiceField, slugField } from '../domain/form-fields.ts';
import { publicationStatusSchema } from '../domain/publication-status.ts';
import { endpoint } from './endpoint.ts';
import { decorativeFlag, deletedSchema, focalPoint, imageColor, optionalText, staffFields, timestamp } from './fields.ts';
import { listQuerySchema, paginated, sortQuery, summaryView } from './pagination.ts';

/** Ways to apply for a program; schools request a visit with their own form. */
export const APPLY_WAYS = ['whatsapp', 'volunteer-form', 'school-visit-form'] as const;
export type ApplyWay = (typeof APPLY_WAYS)[number];

/** Program in detail (DATA-05, NS-06). `content` is sanitised HTML; `coverImage` is '' if there is none; `coverImageAlt` describes it. */
export const programSchema = v.object({
  _id: optionalText,
  slug: optionalText,
  title: optionalText,
  coverImage: optionalText,
  coverImageAlt: optionalText,
  coverImageFocal: focalPoint,
  coverImageColor: imageColor,
  decorative: decorativeFlag,
  /** URL of an image with title and date for link previews, 1200 x 630 pixels; absent for content that is not public, in summaries, and from other servers. */
  shareImage: v.optional(v.string()),
  content: optionalText,
  /** Duration, ages, cost and next start of the program as text; '' if not stated. */
  duration: optionalText,
  ages: optionalText,
  cost: optionalText,
  nextStart: optionalText,
  applyBy: v.nullish(v.fallback(v.picklist(APPLY_WAYS), 'whatsapp'), 'whatsapp'),
  /** Tag of the news and events that belong to the program; '' means the program's slug. */
  relatedTag: optionalText,
  /** Defaults to `published`, because a server without statuses shows all its programs. */
  status: v.nullish(v.fallback(publicationStatusSchema, 'draft'), 'published'),
  /** Time at which a `scheduled` program is published. */
  publishAt: v.optional(v.nullable(v.string())),
  unpublishAt: staffFields.unpublishAt,
  updatedAt: timestamp,
  isSample: v.nullish(v.boolean(), false),
});
export interface Program extends v.InferOutput<typeof programSchema> {}

export const getProgram = endpoint({ method: 'GET', path: '/programs/:slug', access: 'public', envelope: 'data', response: programSchema });

/** Query of programs. `view=summary`: `content` is ''. `missing` selects programs without a text or without an image. The only count is `all`. */
export const programQuerySchema = v.object({
  ...listQuerySchema.entries,
  view: summaryView,
  sort: sortQuery('title', 'status', 'slug', 'updatedAt'),
  missing: v.optional(v.picklist(['text', 'image'], 'must be text or image')),
});
export const listPrograms = endpoint({
  method: 'GET',
  path: '/programs',
  access: 'public',
  envelope: 'data',
  query: programQuerySchema,
  response: v.array(programSchema),
});
export const listProgramsPage = paginated(listPrograms);

/** Programs as a kind of content (DATA-05). A new program without a status is published. */
export const programKind = contentKind({
  name: 'program',
  fields: {
    title: textField({ label: 'Title', maxLength: 140, required: 'Enter a title' }),
    content: richTextField({ label: 'Content', requiredToPublish: 'Write something about the program', search: 'text', inSummary: 'nothing' }),
    slug: { label: 'Slug', schema: slugField, isFilled: true, search: 'staff' },
    duration: textField({ label: 'Length', maxLength: 80 }),
    ages: textField({ label: 'Ages', maxLength: 80 }),
    cost: textField({ label: 'Cost', maxLength: 80 }),
    nextStart: textField({ label: 'Next start', maxLength: 80 }),
    applyBy: { label: 'How to apply', schema: choiceField(APPLY_WAYS, 'whatsapp') },
    relatedTag: textField({ label: 'Tag for related news and events', maxLength: 40 }),
  },
  image: { name: 'coverImage', label: 'Cover photo', altField: 'coverImageAlt', removeField: 'removeCoverImage', altRequired: 'to-publish' },
  publishAtField: 'publishAt',
});

/** Program form. The file field is `coverImage`. */
export const programFormSchema = formSchema(programKind);
export type ProgramForm = v.InferOutput<typeof programFormSchema>;

export const createProgram = endpoint({
  method: 'POST',
  path: '/programs',
  access: 'editor',
  envelope: 'data',
  body: programFormSchema,
  bodyType: 'multipart',
  file: { name: programKind.image.name, type: 'image/*' },
  response: programSchema,
  status: 201,
});
export const updateProgram = endpoint({
  method: 'PUT',
  path: '/programs/:id',
  access: 'editor',
  envelope: 'data',
  body: programFormSchema,
  bodyType: 'multipart',
  file: { name: programKind.image.name, type: 'image/*' },
  acceptedHeaders: ['If-Match'],
  response: programSchema,
});
/** Moves the program to the trash for 30 days. */
export const deleteProgram = endpoint({ method: 'DELETE', path: '/programs/:id', access: 'editor', envelope: 'data', response: deletedSchema });
/** Restores the program, under the next free slug if another program has taken its slug. Requires the same permission as deleting. */
export const restoreProgram = endpoint({ method: 'POST', path: '/programs/:id/restore', access: 'editor', envelope: 'data', response: programSchema });
