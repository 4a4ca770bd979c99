import { EMERGENCY_SITUATION, NO_ANSWER } from './emergency.ts';
import { HELP_BOX_TITLE } from './help-box.ts';
import { parseRichText } from './parse-rich-text.ts';
import type { RichTextNode } from './rich-text.ts';
import { telephoneHref } from './telephone-href.ts';

interface Site {
  readonly siteUrl: string;
  /** Number of the emergency services. Without it, help boxes show only the helplines. */
  readonly emergencyTelephone?: string | undefined;
  readonly helplines: readonly {
    readonly name: string;
    readonly telephone: string;
    readonly note: string;
    readonly isFree?: boolean | undefined;
    readonly isAlwaysOpen?: boolean | undefined;
  }[];
}

const createLink = (telephone: string): RichTextNode => ({
  tag: 'p',
  children: [{ tag: 'a', attributes: { href: telephoneHref(telephone) }, children: [`Call ${telephone}`] }],
});

const toParagraph = (text: string): RichTextNode => ({ tag: 'p', children: [text] });

/** Puts all call links before the descriptions of the numbers, so that the links fit on a phone's first screen. */
const createHelpBox = ({ emergencyTelephone, helplines }: Site): RichTextNode => ({
  tag: 'aside',
  children: [
    { tag: 'h2', children: [HELP_BOX_TITLE] },
    ...[emergencyTelephone, ...helplines.map(({ telephone }) => telephone)].flatMap((telephone) => (telephone === undefined ? [] : [createLink(telephone)])),
    ...(emergencyTelephone === undefined
      ? []
      : [toParagraph(`Call ${emergencyTelephone} if ${EMERGENCY_SITUATION}. Say exactly that, and stay with them if you are safe. ${NO_ANSWER}`)]),
    ...helplines.map(({ name, telephone, note, isFree, isAlwaysOpen }) => {
      const facts = [name, [isFree && 'Free call', isAlwaysOpen && '24 hours'].filter(Boolean).join(', '), note].filter(Boolean);
      return toParagraph(`Call ${telephone} to talk to someone, also if you think about dying. ${facts.join('. ')}.`);
    }),
  ],
});

const fillHelpBoxes = (nodes: readonly RichTextNode[], site: Site): readonly RichTextNode[] =>
  nodes.map((node) => {
    if (typeof node === 'string') return node;
    return node.tag === 'aside' ? createHelpBox(site) : { ...node, children: fillHelpBoxes(node.children, site) };
  });

/**
 * Parses editors' HTML and fills help boxes with the configured numbers. The numbers are not part of the stored text, so that a change applies to every text
 * immediately.
 */
export const parseSiteText = (html: string, site: Site): readonly RichTextNode[] => fillHelpBoxes(parseRichText(html, site.siteUrl), site);
