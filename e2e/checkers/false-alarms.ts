export type Checker = 'Nu HTML checker' | 'Equal Access' | 'links' | 'feeds' | 'calendars' | 'sitemap' | 'structured data';

/**
 * A finding to ignore, because it is not a fault in the site or because another issue tracks the fix. `false-alarms.spec.ts` fails if an entry matches no
 * finding.
 */
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
    page: /^\/programs\/\S+ \(provider stopped\)$/,
    reason: 'The specification wants the area of a program that cannot be loaded to be empty (PROG-04).',
  },
  {
    checker: 'Nu HTML checker',
    rule: /^The “sizes” attribute must only be specified if the “srcset” attribute is also specified/,
    where: /src="data:image\/svg\+xml,%3Csvg%20xmlns/,
    reason: 'A script takes "srcset" from images until they are near (defer-images.inline.ts). Browsers ignore "sizes" until the script puts it back.',
  },
  {
    checker: 'Nu HTML checker',
    rule: /^Attribute “aria-activedescendant” value should either refer to a descendant element/,
    where: /role="combobox".* aria-controls="/,
    reason: 'ARIA 1.2 also allows a descendant of the list that "aria-controls" of the combobox names; the checker knows ARIA 1.1.',
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
    rule: /^(?:a_text_purpose|label_content_exists) /,
    where: /class="\S+(?:play|tickLabel)"/,
    reason: 'The text is hidden with "clip-path", which the engine takes for hidden from everyone. Browsers compute the name from it (first-tap.spec.ts).',
  },
  {
    checker: 'Equal Access',
    rule: /^label_content_exists /,
    where: /class="\S+check"/,
    reason: 'The checkbox in the label has its name from "aria-label". The label makes its target larger.',
  },
  {
    checker: 'Equal Access',
    rule: /^element_tabbable_role_valid /,
    where: /aria-roledescription="carousel"/,
    reason: 'The arrow keys turn the pages of the ebook (EBOOK-03), so the keyboard has to reach the carousel; its buttons are separate stops.',
  },
  {
    checker: 'Equal Access',
    rule: /^input_autocomplete_valid /,
    where: /(?=.*type="email").*autocomplete="username"/,
    reason: 'HTML allows "username" for fields of the type "email", and password managers need it there. The Nu HTML checker agrees.',
  },
  {
    checker: 'Equal Access',
    rule: /^table_headers_related /,
    where: /rowspan="1" colspan="1"/,
    reason: 'The editor writes both attributes on every cell, and the engine takes such a table for a complex one. The saved text has neither.',
  },
  {
    checker: 'Equal Access',
    rule: /^target_spacing_sufficient /,
    where: /name="when"/,
    reason: 'The label of the radio button is its target, 44 px high. The textarea is behind the modal dialog.',
  },
  {
    checker: 'links',
    rule: /^status 200$/,
    where: /#(?:top|closed)$/,
    reason:
      'HTML defines #top as the beginning of the page. No element has the id "closed": the fragment closes the helplines without script, and scrolls nowhere.',
  },
];
