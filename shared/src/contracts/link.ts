import * as v from 'valibot';
import { richText } from '../domain/form-fields.ts';
import { VERSION_KINDS } from '../domain/kinds.ts';
import { maxCharacters } from '../domain/text-length.ts';
import { endpoint } from './endpoint.ts';
import { brokenExternalLinkSchema } from './external-link.ts';
import { list } from './fields.ts';

/**
 * Reason why an internal link is broken: the page does not exist, its document is unpublished or in the trash, or the URL's fragment matches nothing on the
 * page.
 */
const LINK_FAULTS = ['missing', 'not-published', 'in-trash', 'no-such-part'] as const;
export type LinkFault = (typeof LINK_FAULTS)[number];

const brokenLinkSchema = v.object({
  /** URL as written in the text. */
  href: v.string(),
  text: v.string(),
  fault: v.picklist(LINK_FAULTS),
  /** Title of the linked document; '' if there is none. */
  title: v.string(),
});
export type BrokenLink = v.InferOutput<typeof brokenLinkSchema>;

/**
 * Finds the broken internal links in a text; nothing is stored. `site` is the site's URL as the caller sees it: URLs that begin with it are internal, like
 * paths. The provider checks links to documents. It does not know the remotes' pages, so the caller checks the links in `pages` itself.
 */
export const checkLinks = endpoint({
  method: 'POST',
  path: '/links/check',
  access: 'staff',
  envelope: 'data',
  body: v.object({
    kind: v.picklist(VERSION_KINDS, `must be one of ${VERSION_KINDS.join(', ')}`),
    content: richText,
    site: v.optional(v.pipe(v.string(), maxCharacters(300)), ''),
  }),
  response: v.object({
    broken: v.array(brokenLinkSchema),
    pages: v.array(v.object({ href: v.string(), text: v.string(), path: v.string() })),
    /** Links to other sites that the nightly check found broken, excluding ignored ones. */
    external: list(brokenExternalLinkSchema),
  }),
});
