import type { Page } from '@playwright/test';

/** Names that the oldest supported browsers (Chrome 90, Safari 14.1) do not know, and replacements that no browser knows. */
const NEWER_NAMES: readonly (readonly [name: RegExp, unknown: string])[] = [
  [/popover/gi, 'unknownpopover'],
  [/(<\/?)dialog\b/g, '$1unknown-dialog'],
  [/\binert\b/g, 'unknowninert'],
  [/:has\(/g, ':unknown-has('],
  [/subgrid/g, 'unknown-subgrid'],
  // Disables the integrity checks of stylesheets, because names in their files are replaced too.
  [/ integrity=/g, ' unknown-integrity='],
];

/** Newer names in scripts, and their replacements. The replacements must be valid identifiers that are undefined in every browser. */
const NEWER_NAMES_IN_SCRIPTS: typeof NEWER_NAMES = [
  [/popover/gi, 'unknownpopover'],
  [/\((["'`])dialog\1/g, '("unknown-dialog"'],
  [/\bshowModal\b/g, 'unknownShowModal'],
  [/\binert\b/g, 'unknowninert'],
  [/:has\(/g, ':unknown-has('],
];

const NAMES_BY_TYPE: Readonly<Record<string, typeof NEWER_NAMES>> = { document: NEWER_NAMES, stylesheet: NEWER_NAMES, script: NEWER_NAMES_IN_SCRIPTS };

/** Disables integrity checks, which the changed files would fail, even for elements that scripts create. */
const ignoreIntegrity = (): void => {
  for (const element of [HTMLScriptElement, HTMLLinkElement]) Object.defineProperty(element.prototype, 'integrity', { value: '', writable: true });
  const { setAttribute } = Element.prototype;
  Element.prototype.setAttribute = function (name, value) {
    if (name !== 'integrity') setAttribute.call(this, name, value);
  };
};

/**
 * Serves pages, stylesheets and scripts as an older browser would interpret them: without popover, dialog, inert, `:has` and subgrid. Without `withScripts`,
 * serves no scripts. The context must have `bypassCSP`, because the changed files have different hashes.
 */
export const renameNewerNames = async (page: Page, site: string, { withScripts }: { readonly withScripts: boolean }): Promise<void> => {
  if (withScripts) await page.addInitScript(ignoreIntegrity);
  await page.route(
    (url) => url.href.startsWith(site),
    async (route) => {
      const type = route.request().resourceType();
      const names = NAMES_BY_TYPE[type];
      if (!withScripts && !['document', 'stylesheet'].includes(type)) return route.abort();
      if (names === undefined || route.request().method() !== 'GET') return route.continue();
      const response = await route.fetch();
      const body = names.reduce((text, [name, unknown]) => text.replaceAll(name, unknown), await response.text());
      // The page's policy does not contain the hashes of the changed files.
      const { 'integrity-policy': _policy, ...headers } = response.headers();
      await route.fulfill({ response, headers, body });
    },
  );
};
