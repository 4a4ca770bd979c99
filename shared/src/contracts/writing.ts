import * as v from 'valibot';
import { flagField, trimmed } from '../domain/form-fields.ts';
import { KINDS, SLUG_KINDS } from '../domain/kinds.ts';
import { photoConsentEntries } from '../domain/photo-consent.ts';
import { maxCharacters } from '../domain/text-length.ts';
import { endpoint } from './endpoint.ts';
import { deletedSchema } from './fields.ts';

const SLUG_PATHS = SLUG_KINDS.map((name) => KINDS[name].path);

/**
 * Suggests a slug while a title or URL is being typed. `slug` is the slug of `text` (diacritics folded, 80 characters). `isFree` is false if a document of this
 * kind other than `except` (an id) uses it. `suggestion` is the first free slug, which saving assigns to a document without a slug.
 */
export const suggestSlug = endpoint({
  method: 'GET',
  path: '/slugs',
  access: 'staff',
  envelope: 'data',
  query: v.object({
    type: v.picklist(SLUG_PATHS, `must be ${SLUG_PATHS.join(' or ')}`),
    text: v.pipe(v.string(), maxCharacters(300, 'Use 300 characters or fewer')),
    except: v.optional(v.pipe(v.string(), maxCharacters(60))),
  }),
  response: v.object({ slug: v.string(), isFree: v.boolean(), suggestion: v.string() }),
});

/** Lists the categories in use, including those of drafts, in alphabetical order, as suggestions for the category field. */
export const listCategories = endpoint({
  method: 'GET',
  path: '/categories',
  access: 'staff',
  envelope: 'data',
  query: v.object({ type: v.picklist(['posts', 'events'], 'must be posts or events') }),
  response: v.array(v.string()),
});

const topicSchema = v.object({ text: v.string(), count: v.number() });

/** Lists the categories and tags in use, including those of drafts, with the number of documents that use each; most frequent first. */
export const listTopics = endpoint({
  method: 'GET',
  path: '/topics',
  access: 'staff',
  envelope: 'data',
  query: v.object({ type: v.picklist(['posts', 'events'], 'must be posts or events') }),
  response: v.object({ categories: v.array(topicSchema), tags: v.array(topicSchema) }),
});

/**
 * Uploads an image for a text as the file `image`. Only staff can see it until a text that shows it is published. It is deleted after it has been unused for
 * a week. `alt` and `decorative` are stored in the media library.
 */
export const uploadTextImage = endpoint({
  method: 'POST',
  path: '/pictures',
  access: 'staff',
  envelope: 'data',
  body: v.object({ ...photoConsentEntries, alt: v.optional(trimmed(300)), decorative: v.optional(flagField) }),
  bodyType: 'multipart',
  file: { name: 'image', type: 'image/*', isRequired: true },
  response: v.object({ url: v.string(), width: v.number(), height: v.number() }),
  status: 201,
});

/**
 * Permanently removes an image from everything that shows it, including drafts, texts and the trash, because a person has withdrawn their consent. `id` is the
 * id in the image's URL.
 */
export const withdrawImage = endpoint({ method: 'DELETE', path: '/pictures/:id', access: 'editor', envelope: 'data', response: deletedSchema });
