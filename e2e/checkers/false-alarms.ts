export type Checker = 'Nu HTML checker' | 'Equal Access' | 'links' | 'feeds' | 'calendars' | 'sitemap' | 'structured data';

/** Findings that are not faults of the site, or faults that another issue fixes. An entry without a finding fails `false-alarms.spec.ts`. */
export interface FalseAlarm {
  readonly checker: Checker;
  readonly rule: RegExp;
  /** Default: every page. */
  readonly page?: RegExp;
  /** Default: every element, line or URL. */
  readonly where?: RegExp;
  readonly reason: string;
}

export const FALSE_ALARMS: readonly FalseAlarm[] = [
  {
    checker: 'Nu HTML checker',
    rule: /^CSS: “animation-(?:timeline|range)”/,
    reason: 'The checker does not know these properties yet. They are inside @supports, so only browsers that know them read them.',
  },
  {
    checker: 'Nu HTML checker',
    rule: /^Section lacks heading/,
    reason: 'The checker advises a heading, HTML does not require one: a section without a name has no role, so assistive technology does not announce it.',
  },
  {
    checker: 'Nu HTML checker',
    rule: /^This document has heading elements but none of them has a computed heading level of 1/,
    page: /^\/login( |$)/,
    reason: 'The heading of the sign-in is part of the form, which needs JavaScript; until then the page says so, and main is busy.',
  },
  {
    checker: 'Nu HTML checker',
    rule: /“link” element/,
    page: /\(data saver\)/,
    where: /rel="later"/,
    reason: 'The stylesheets of a page that saves data must not load before its script runs. Browsers do not follow a relation that they do not know.',
  },
  {
    checker: 'Equal Access',
    rule: /^aria_content_in_landmark /,
    where: /href="#main"/,
    reason: 'The link that skips to the content is the first of the page, before all landmarks, so that it is the first stop of the keyboard.',
  },
  {
    checker: 'Equal Access',
    rule: /^aria_article_label_unique /,
    reason: 'An article is no landmark and needs no name: its heading says what it is about.',
  },
  {
    checker: 'Equal Access',
    rule: /^aria_form_label_unique /,
    reason: 'A form without a name has no role (HTML Accessibility API Mappings), so assistive technology does not list it.',
  },
  {
    checker: 'Equal Access',
    rule: /^target_spacing_sufficient /,
    where: /\/details\[1\].*name="q"/,
    reason: 'The field is inside the closed menu and has no box; the open menu has 44 px for each control (reading.spec.ts).',
  },
  {
    checker: 'links',
    rule: /^status 200$/,
    where: /#(?:top|closed)$/,
    reason:
      'HTML defines #top as the beginning of the page. No element has the id "closed": the fragment closes the helplines without script, and scrolls nowhere.',
  },
];
