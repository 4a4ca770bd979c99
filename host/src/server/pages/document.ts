import type { Preview } from '@site/releases/preview';
import type { SiteConfig } from '@site/shared/contracts/site';
import { escapeHtml } from '@site/shared/domain/escape-html';
import { DATA_SAVER_STYLES } from '../../features/data-saver/data-saver.server.ts';
import { LATER_STYLES_ID } from '../../features/data-saver/later-styles.ts';
import STYLESHEETS_SCRIPT from '../../features/first-view/apply-stylesheets.inline.ts?inline';
import IMAGE_WAITING_SCRIPT from '../../features/first-view/defer-images.inline.ts?inline';
import { loadsImagesEarly } from '../../features/first-view/defer-images.server.ts';
import HELP_SCRIPT from '../../features/help/quick-exit.inline.ts?inline';
import PREVIEW_BAR_CSS from '../../features/preview-bar/preview-bar.inline.css?inline';
import { createPreviewBar } from '../../features/preview-bar/preview-bar.server.ts';
import { type OriginName, PAGE_DATA_ID, type PageData } from '../../federation/page-data.ts';
import type { ReleaseSet } from '../../federation/release-set.ts';
import THEME_SCRIPT from '../../layout/display-preferences.inline.ts?inline';
import type { Stylesheet } from '../remotes/usable-version.ts';
import type { ComposedPage } from '../rendering/composed-page.ts';
import type { DocumentHead } from '../rendering/document-head.ts';
import { selectAllStyles, selectStyles } from './first-styles.ts';
import type { HostAssets } from './host-assets.ts';
import { addFilmPrice, replacePictures } from './picture-links.ts';
import { createPagePolicy } from './security-policy.ts';
import { hideBelowFold, renderStylesheets, renderStylesheetsWithoutScript } from './stylesheets.ts';

/** Serialises a value as JSON that cannot close its script element. */
const toScriptJson = (value: unknown): string =>
  JSON.stringify(value).replaceAll('<', '\\u003c').replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029');

interface DocumentParts {
  readonly page: ComposedPage;
  readonly set: ReleaseSet;
  readonly site: SiteConfig;
  /** The parts of the release set and of the configuration that the HTML contains. */
  readonly embeddedData: Pick<PageData, 'set' | 'site' | 'rest'>;
  readonly assets: HostAssets;
  /** Stylesheets of the page's chunks. */
  readonly styles: readonly Stylesheet[];
  readonly reloadsPages: boolean;
  readonly hasWorker: boolean;
  /** Undefined if staff sign in at the site itself. */
  readonly place?: OriginName | undefined;
  /** Whether the page is for visitors who save data: it has no fonts, images or scripts until the visitor asks for them. */
  readonly savesData?: boolean;
  /** The preview of a version that is not active. A bar on the page names the version. */
  readonly preview?: Preview;
}

interface HtmlDocument {
  readonly html: string;
  readonly contentSecurityPolicy: string;
  /** The `Link` header; empty without hints. */
  readonly link: string;
}

const renderAlternates = (alternates: DocumentHead['alternates']): string =>
  alternates
    .map(({ path, type, title }) => `<link rel="alternate" type="${escapeHtml(type)}" title="${escapeHtml(title)}" href="${escapeHtml(path)}">`)
    .join('\n');

const renderStructuredData = (objects: readonly object[]): string =>
  objects.map((object) => `<script type="application/ld+json">${toScriptJson(object)}</script>`).join('');

const renderLaterStylesheets = (sheets: readonly Stylesheet[]): string =>
  `<script type="application/json" id="${LATER_STYLES_ID}">${toScriptJson(sheets.map(({ href, integrity, mark }) => ({ href, integrity, mark })))}</script>`;

/** The inline head script of pages whose styles no script applies: data-saver pages and saved pages. */
export const PLAIN_HEAD_SCRIPT = `${HELP_SCRIPT};${THEME_SCRIPT}`;
/** The inline head script of all other pages. It is a single script, because the policy contains the hash of each script. */
const HEAD_SCRIPT = `${PLAIN_HEAD_SCRIPT};${STYLESHEETS_SCRIPT}`;

/**
 * Creates the `Link` header with what the first view needs besides the HTML. Browsers request these files before they have read the first byte of the HTML.
 * Fonts come first, because on a slow connection they take longest.
 */
const createLinkHeader = (fonts: readonly string[], imageHints = ''): string => {
  const fontHints = fonts.map((font) => `<${font}>; rel=preload; as=font; crossorigin`);
  return [...fontHints, imageHints].filter((hint) => hint !== '').join(', ');
};

const SECTION_END = '</section>';

/** Shows the page's background in place of the hidden part below the fold. The host's stylesheet removes this rule again. */
const FULL_HEIGHT = 'body{min-block-size:100vh}';

/** Finds the end of the first screen, or a position a little below it: after the first section of the page's area, otherwise after the area. */
const findFold = (markup: string): number => {
  const section = markup.indexOf(SECTION_END, markup.indexOf('<main'));
  return section === -1 ? markup.search(/<\/main>|$/) : section + SECTION_END.length;
};

/** Matches the footer's switch as React writes it, to change its value and label on data-saver pages. */
const SWITCH = /(<button [^>]*)value="on"([^>]* name="data-saver"[^>]*>)[^<]*/;
const SWITCHED_ON = '$1value="off"$2Show everything';

/** Adapts the markup of a page for visitors who save data. The markup then states the size of images and the film. */
const applyDataSaver = (markup: string, { videoUrl, videoMegabytes, nairaPerMegabyte }: SiteConfig): string => {
  const chosen = replacePictures(markup).replace(SWITCH, SWITCHED_ON);
  if (videoMegabytes === undefined) return chosen;
  const price = nairaPerMegabyte === undefined ? '' : ` ≈ ₦${Math.max(1, Math.round(videoMegabytes * nairaPerMegabyte))}`;
  return addFilmPrice(chosen, { address: videoUrl, cost: `${videoMegabytes} MB${price}` });
};

/** Creates the HTML of a page: head, inlined styles, the rendered shell, and the data that the browser's script starts with. */
export const createHtmlDocument = ({
  page,
  set,
  site,
  embeddedData,
  assets,
  styles,
  reloadsPages,
  hasWorker,
  place,
  savesData = false,
  preview,
}: DocumentParts): HtmlDocument => {
  const { head } = page;
  // A page that only the browser can render needs all scripts immediately.
  const isSaving = savesData && page.area === 'rendered' && preview === undefined;
  const markup = isSaving ? applyDataSaver(page.markup, site) : page.markup;
  const sheets = [...assets.styles, ...styles];
  const foldIndex = findFold(markup);
  const htmlAboveFold = markup.slice(0, foldIndex);
  const inlineSheets = [...assets.fontFaces, ...sheets];
  const firstStyles = isSaving
    ? selectAllStyles([...inlineSheets, DATA_SAVER_STYLES], markup)
    : selectStyles(inlineSheets, htmlAboveFold) + FULL_HEIGHT + hideBelowFold(htmlAboveFold);
  const headScript = isSaving ? PLAIN_HEAD_SCRIPT : HEAD_SCRIPT;
  const imageScript = !isSaving && loadsImagesEarly(markup) ? IMAGE_WAITING_SCRIPT : undefined;
  const startScript = isSaving ? assets.dataSaverScript : assets.startScript;
  const { area, loaderData, actionData, notices } = page;
  const areaData = { ...(area !== 'rendered' && { area }), loaderData, ...(actionData !== null && { actionData }), ...(notices.length > 0 && { notices }) };
  const flags = { ...(reloadsPages && { reloads: true as const }), ...(!hasWorker && { withoutWorker: true as const }), ...(place !== undefined && { place }) };
  const data: PageData = { ...embeddedData, ...areaData, ...flags };
  const isIndexed = page.status === 200 && page.area === 'rendered' && preview === undefined && !head.noindex;
  const robots = isIndexed ? '' : '<meta name="robots" content="noindex">';
  const html = `<!doctype html>
<html lang="en-NG" dir="ltr">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<script>${headScript}</script>
<title>${escapeHtml(head.title)}</title>${imageScript === undefined ? '' : `<script>${imageScript}</script>`}
<meta name="description" content="${escapeHtml(head.description)}">
<link rel="canonical" href="${escapeHtml(head.canonical)}">${robots}${renderAlternates(head.alternates)}
<style>${firstStyles}</style>${preview === undefined ? '' : `<style>${PREVIEW_BAR_CSS}</style>`}
<meta property="og:type" content="${head.type}">
<meta property="og:site_name" content="${escapeHtml(site.organisationName)}">
<meta property="og:title" content="${escapeHtml(head.shareTitle)}">
<meta property="og:description" content="${escapeHtml(head.description)}">
<meta property="og:url" content="${escapeHtml(head.share)}">
<meta property="og:image" content="${escapeHtml(head.image)}">
<meta property="og:image:width" content="1200">
<meta property="og:image:height" content="630">
<meta property="og:image:alt" content="${escapeHtml(head.imageAlt)}">
<meta property="og:locale" content="en_NG">
<meta name="twitter:card" content="summary_large_image">
<meta name="twitter:image:alt" content="${escapeHtml(head.imageAlt)}">
<meta name="theme-color" content="#171240">
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<link rel="apple-touch-icon" href="/apple-touch-icon.png">
<link rel="manifest" href="/site.webmanifest">
${isSaving ? renderLaterStylesheets(sheets) : renderStylesheets(sheets)}${renderStructuredData(head.structuredData)}
</head>
<body>
${preview === undefined ? '' : createPreviewBar(preview)}<div id="site">${htmlAboveFold}${isSaving ? '' : renderStylesheetsWithoutScript(sheets)}${markup.slice(foldIndex)}</div>
<script type="application/json" id="${PAGE_DATA_ID}">${toScriptJson(data)}</script>
<script>${startScript}</script>
</body>
</html>
`;
  return {
    html,
    link: isSaving ? '' : createLinkHeader(assets.fonts, page.imageHints),
    contentSecurityPolicy: createPagePolicy({
      site,
      set,
      scripts: [headScript, ...(imageScript === undefined ? [] : [imageScript]), startScript],
      styles: [firstStyles, ...(preview === undefined ? [] : [PREVIEW_BAR_CSS])],
    }),
  };
};
