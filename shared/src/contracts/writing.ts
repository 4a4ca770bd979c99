import * as v from 'valibot';
import { flagField, trimmed } from '../domain/form-fields.ts';
import { KINDS, SLUG_KINDS } from '../domain/kinds.ts';
import { photoConsentEntries } from '../domain/photo-consent.ts';
import { endpoint } from './endpoint.ts';
import { deletedSchema } from './fields.ts';

const SLUG_PATHS = SLUG_KINDS.map((name) => KINDS[name].path);

/**
 * While a title or an address is typed: `text` becomes a slug (diacritics folded, 80 characters), `isFree` says whether no other document of the kind than
 * `except` (an id) has it, and `suggestion` is the first free one, which an empty slug would become on a save.
 */
export const suggestSlug = endpoint({
  method: 'GET',
  path: '/slugs',
  access: 'staff',
  envelope: 'data',
  query: v.object({
    type: v.picklist(SLUG_PATHS, `must be ${SLUG_PATHS.join(' or ')}`),
    text: v.pipe(v.string(), v.maxLength(300, 'Use 300 characters or fewer')),
    except: v.optional(v.pipe(v.string(), v.maxLength(60))),
  }),
  response: v.object({ slug: v.string(), isFree: v.boolean(), suggestion: v.string() }),
});

/** The categories in use, drafts included, in alphabetical order: suggestions for the category field. */
export const listCategories = endpoint({
  method: 'GET',
  path: '/categories',
  access: 'staff',
  envelope: 'data',
  query: v.object({ type: v.picklist(['posts', 'events'], 'must be posts or events') }),
  response: v.array(v.string()),
});

const topicSchema = v.object({ text: v.string(), count: v.number() });

/** The categories and tags in use, drafts included, with the number of documents that have them: the most frequent first. */
export const listTopics = endpoint({
  method: 'GET',
  path: '/topics',
  access: 'staff',
  envelope: 'data',
  query: v.object({ type: v.picklist(['posts', 'events'], 'must be posts or events') }),
  response: v.object({ categories: v.array(topicSchema), tags: v.array(topicSchema) }),
});

/** An image within a text, sent as the file `image`. Until a text that shows it is published, only staff may see it; it is deleted when nothing has shown it for a week. `alt` and `decorative` are those of the library. */
export const uploadTextImage = endpoint({
  method: 'POST',
  path: '/pictures',
  access: 'staff',
  envelope: 'data',
  body: v.object({ ...photoConsentEntries, alt: v.optional(trimmed(300)), decorative: v.optional(flagField) }),
  bodyType: 'multipart',
  response: v.object({ url: v.string(), width: v.number(), height: v.number() }),
  status: 201,
});

/**
 * Removes an image for good from everything that shows it, drafts, texts and trash included: somebody has withdrawn their consent. `id` is the one in the
 * address of the image.
 */
export const withdrawImage = endpoint({ method: 'DELETE', path: '/pictures/:id', access: 'editor', envelope: 'data', response: deletedSchema });
