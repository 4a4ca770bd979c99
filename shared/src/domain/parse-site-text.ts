import { EMERGENCY_SITUATION, NO_ANSWER } from './emergency.ts';
import { HELP_BOX_TITLE } from './help-box.ts';
import { parseRichText } from './parse-rich-text.ts';
import type { RichTextNode } from './rich-text.ts';
import { telephoneHref } from './telephone-href.ts';

interface Site {
  readonly siteUrl: string;
  /** Of the emergency services; without it a box names the helplines alone. */
  readonly emergencyTelephone?: string | undefined;
  readonly helplines: readonly {
    readonly name: string;
    readonly telephone: string;
    readonly note: string;
    readonly isFree?: boolean | undefined;
    readonly isAlwaysOpen?: boolean | undefined;
  }[];
}

const call = (telephone: string, text: string): RichTextNode => ({
  tag: 'p',
  children: [{ tag: 'a', attributes: { href: telephoneHref(telephone) }, children: [`Call ${telephone}`] }, ` ${text}`],
});

const createHelpBox = ({ emergencyTelephone, helplines }: Site): RichTextNode => ({
  tag: 'aside',
  children: [
    { tag: 'h2', children: [HELP_BOX_TITLE] },
    ...(emergencyTelephone === undefined
      ? []
      : [call(emergencyTelephone, `If ${EMERGENCY_SITUATION}. Say exactly that, and stay with them if you are safe. ${NO_ANSWER}`)]),
    ...helplines.map(({ name, telephone, note, isFree, isAlwaysOpen }) =>
      call(
        telephone,
        `To talk to someone. ${[name, [isFree && 'Free call', isAlwaysOpen && '24 hours'].filter(Boolean).join(', '), note]
          .filter(Boolean)
          .map((fact) => `${fact}.`)
          .join(' ')}`,
      ),
    ),
  ],
});

const fillHelpBoxes = (nodes: readonly RichTextNode[], site: Site): readonly RichTextNode[] =>
  nodes.map((node) => {
    if (typeof node === 'string') return node;
    return node.tag === 'aside' ? createHelpBox(site) : { ...node, children: fillHelpBoxes(node.children, site) };
  });

/** Editors' HTML as a page of the site shows it: help boxes have the configured numbers, which are no part of what is stored, so that a new one is in every text at once. */
export const parseSiteText = (html: string, site: Site): readonly RichTextNode[] => fillHelpBoxes(parseRichText(html, site.siteUrl), site);
