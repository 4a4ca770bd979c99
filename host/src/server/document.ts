import { createHash } from 'node:crypto';
import type { SiteConfig } from '@site/shared/contracts/site';
import { EMBED_ORIGINS } from '@site/shared/domain/embed';
import { PAGE_DATA_ID, type PageData } from '../federation/page-data.ts';
import { federationNameOf, type ReleaseSet } from '../federation/release-set.ts';
import { THEME_SCRIPT } from '../layout/theme-script.ts';
import type { DocumentHead } from '../router/page-head.ts';
import type { HostAssets } from './host-assets.ts';
import type { RenderedPage } from './render-worker.ts';

const escapeHtml = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/** JSON that cannot end the script element it stands in. */
const scriptJson = (value: unknown): string => JSON.stringify(value).replaceAll('<', '\\u003c').replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029');

const cspHash = (content: string): string => `'sha256-${createHash('sha256').update(content).digest('base64')}'`;

/**
 * Fetches the host's script once the page has painted: after `load`, or at the first touch, key or pointer, whichever is first.
 * The address stands in the element's data, so that the text, and with it the hash in the policy, is the same on every page.
 */
const START_SCRIPT = `(()=>{let s=0;const d=document.currentScript.dataset,t=window.trustedTypes?.createPolicy('start',{createScriptURL:u=>u}),
go=()=>{if(s)return;s=1;const e=document.createElement('script');e.integrity=d.integrity;e.crossOrigin='anonymous';e.async=true;
e.src=t?t.createScriptURL(d.src):d.src;document.head.append(e)};
for(const n of['pointerdown','touchstart','keydown'])addEventListener(n,go,{once:true,passive:true});
document.readyState==='complete'?go():addEventListener('load',()=>setTimeout(go,0),{once:true})})()`;

const SCRIPT_HASHES = [THEME_SCRIPT, START_SCRIPT].map(cspHash);

export interface DocumentParts {
  readonly page: RenderedPage;
  readonly set: ReleaseSet;
  readonly site: SiteConfig;
  readonly assets: HostAssets;
  readonly styles: { readonly css: string; readonly loaded: string };
  readonly reloadsPages: boolean;
}

export interface HtmlDocument {
  readonly html: string;
  readonly contentSecurityPolicy: string;
}

const origin = (address: string): string => (URL.canParse(address) ? new URL(address).origin : '');

/** Scripts by hash alone; everything else from this site, but for what the site's configuration names. */
const contentSecurityPolicy = (site: SiteConfig, set: ReleaseSet, styles: readonly string[]): string =>
  [
    `default-src 'self'`,
    `script-src 'strict-dynamic' ${SCRIPT_HASHES.join(' ')}`,
    `style-src 'self' ${styles.map(cspHash).join(' ')}`,
    // Inline custom properties of single elements: they hold numbers, and cannot run anything.
    `style-src-attr 'unsafe-inline'`,
    `img-src 'self' data: https:`,
    `frame-src ${[...new Set([origin(site.videoUrl), ...EMBED_ORIGINS])].join(' ').trim()}`,
    `connect-src 'self' ${origin(site.volunteerFormUrl)}`.trim(),
    `form-action 'self' ${origin(site.volunteerFormUrl)}`.trim(),
    `base-uri 'none'`,
    `object-src 'none'`,
    `frame-ancestors 'none'`,
    `require-trusted-types-for 'script'`,
    `trusted-types ${['start', 'host', 'federation', 'content', ...Object.keys(set.remotes).map(federationNameOf)].join(' ')} 'allow-duplicates'`,
  ].join('; ');

const alternateLinks = (alternates: DocumentHead['alternates']): string =>
  alternates
    .map(({ path, type, title }) => `<link rel="alternate" type="${escapeHtml(type)}" title="${escapeHtml(title)}" href="${escapeHtml(path)}">`)
    .join('\n');

const structuredData = (objects: readonly object[]): string =>
  objects.map((object) => `<script type="application/ld+json">${scriptJson(object)}</script>`).join('');

/** The whole HTML of a page: head, inlined styles, the composed shell, and what the browser's script needs to go on from here. */
export const htmlDocument = ({ page, set, site, assets, styles, reloadsPages }: DocumentParts): HtmlDocument => {
  const { head } = page;
  const { area, loaderData, actionData, notices } = page;
  const data: PageData = { set, site, area, loaderData, actionData, notices, ...(reloadsPages ? { reloads: true } : {}) };
  const index = page.status === 200 && page.area === 'rendered' ? '' : '<meta name="robots" content="noindex">';
  const html = `<!doctype html>
<html lang="en-NG" dir="ltr">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<title>${escapeHtml(head.title)}</title>
<script>${THEME_SCRIPT}</script>
<meta name="description" content="${escapeHtml(head.description)}">
<link rel="canonical" href="${escapeHtml(head.canonical)}">${index}${alternateLinks(head.alternates)}
${assets.fonts.map((font) => `<link rel="preload" href="${font}" as="font" type="font/woff2" crossorigin>`).join('\n')}
<style>${assets.css}</style>
<style data-rspack="${styles.loaded}">${styles.css}</style>
<meta property="og:type" content="website">
<meta property="og:site_name" content="${escapeHtml(site.organisationName)}">
<meta property="og:title" content="${escapeHtml(head.title)}">
<meta property="og:description" content="${escapeHtml(head.description)}">
<meta property="og:url" content="${escapeHtml(head.canonical)}">
<meta property="og:image" content="${escapeHtml(head.image)}">
<meta property="og:image:width" content="1200">
<meta property="og:image:height" content="630">
<meta property="og:image:alt" content="${escapeHtml(head.title)}">
<meta name="twitter:card" content="summary_large_image">
<meta name="twitter:title" content="${escapeHtml(head.title)}">
<meta name="twitter:description" content="${escapeHtml(head.description)}">
<meta name="twitter:image" content="${escapeHtml(head.image)}">
<meta name="theme-color" content="#171240">
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<link rel="apple-touch-icon" href="/apple-touch-icon.png">
<link rel="manifest" href="/site.webmanifest">
${structuredData(head.structuredData)}
</head>
<body>
<div id="site">${page.markup}</div>
<script type="application/json" id="${PAGE_DATA_ID}">${scriptJson(data)}</script>
<script data-src="${assets.script}" data-integrity="${assets.integrity}">${START_SCRIPT}</script>
</body>
</html>
`;
  return { html, contentSecurityPolicy: contentSecurityPolicy(site, set, [assets.css, styles.css]) };
};
