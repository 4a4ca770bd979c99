import * as v from 'valibot';
import { richText } from '../domain/form-fields.ts';
import { VERSION_KINDS } from '../domain/kinds.ts';
import { endpoint } from './endpoint.ts';
import { brokenExternalLinkSchema } from './external-link.ts';
import { list } from './fields.ts';

/** Why a link within the site leads nowhere: there is no such page, its document is not published or in the trash, or the page has no such part. */
const LINK_FAULTS = ['missing', 'not-published', 'in-trash', 'no-such-part'] as const;
export type LinkFault = (typeof LINK_FAULTS)[number];

const brokenLinkSchema = v.object({
  /** As the text has it. */
  href: v.string(),
  /** What the link says. */
  text: v.string(),
  fault: v.picklist(LINK_FAULTS),
  /** The title of the document that it leads to; '' where there is none. */
  title: v.string(),
});
export type BrokenLink = v.InferOutput<typeof brokenLinkSchema>;

/**
 * Which links of a text lead nowhere within the site; nothing is stored. `site` is the site's address as the caller sees it: what begins with it is within the site, as a
 * path is. The pages of documents are judged here. All others are pages of the remotes, of which the provider knows nothing: `pages` has their links, for the caller to ask
 * the site.
 */
export const checkLinks = endpoint({
  method: 'POST',
  path: '/links/check',
  access: 'staff',
  envelope: 'data',
  body: v.object({
    kind: v.picklist(VERSION_KINDS, `must be one of ${VERSION_KINDS.join(', ')}`),
    /** Rich text. */
    content: richText,
    site: v.optional(v.pipe(v.string(), v.maxLength(300)), ''),
  }),
  response: v.object({
    broken: v.array(brokenLinkSchema),
    pages: v.array(v.object({ href: v.string(), text: v.string(), path: v.string() })),
    /** Links to other sites that the nightly check has found broken; without those that are ignored. */
    external: list(brokenExternalLinkSchema),
  }),
});
