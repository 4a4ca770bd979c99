import type { SiteConfig } from '@site/shared/contracts/site';
import * as v from 'valibot';
import accessibility from '../../texts/accessibility.json';
import privacy from '../../texts/privacy.json';
import safeguarding from '../../texts/safeguarding.json';
import { fillTemplate } from './fill-template.ts';

const text = v.pipe(v.string(), v.trim(), v.nonEmpty());
const texts = v.optional(v.array(text), []);

/** Schema of the pages in the folder `texts`, which may contain the placeholders of `fillTemplate`. */
const legalTextSchema = v.object({
  title: text,
  lead: text,
  description: text,
  version: text,
  /** Who still has to review the text; absent after the review. */
  review: v.optional(text),
  summary: v.pipe(v.array(text), v.minLength(1)),
  sections: v.pipe(v.array(v.object({ id: v.optional(text), title: text, paragraphs: texts, list: texts, closing: texts })), v.minLength(1)),
});
export type LegalText = v.InferOutput<typeof legalTextSchema>;

export type LegalPageName = 'privacy' | 'accessibility' | 'safeguarding';
const FILES: Readonly<Record<LegalPageName, unknown>> = { privacy, accessibility, safeguarding };

/** Parses the text and replaces its placeholders. Throws if the file is incomplete. */
export const getLegalText = (name: LegalPageName, site: SiteConfig): LegalText => {
  const fill = (template: string): string => fillTemplate(template, site);
  const page = v.parse(legalTextSchema, FILES[name]);
  return {
    ...page,
    summary: page.summary.map(fill),
    sections: page.sections.map(({ id, title, paragraphs, list, closing }) => ({
      ...(id !== undefined && { id }),
      title,
      paragraphs: paragraphs.map(fill),
      list: list.map(fill),
      closing: closing.map(fill),
    })),
  };
};
