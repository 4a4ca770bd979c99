import type { Stylesheet } from '../remotes/usable-version.ts';

const CSS = `
html:root {
  --font-body: "Onest Fallback", system-ui, "Noto Sans", sans-serif;
  --font-display: "Bricolage Fallback", system-ui, sans-serif;
}
:where([data-picture]) { position: relative; }
:where([data-picture=""]) { z-index: 1; pointer-events: none; }
[data-picture=""] > * { pointer-events: auto; }
[data-picture=""] > img { pointer-events: none; }
.picture-link, .picture-text, .film-cost {
  max-inline-size: calc(100% - 24px);
  padding: var(--space-8) var(--space-12);
  border-radius: var(--r-sm);
  background: var(--over-art);
  color: var(--white);
  font: 400 var(--fs-caption) / 1.4 var(--font-body);
  text-align: start;
}
.picture-link, .picture-text {
  position: absolute;
  inset-block-end: 12px;
  inset-inline-start: 12px;
}
:where(figure, p) > .picture-link { inset-block: 12px auto; }
.picture-link {
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  column-gap: 0.35em;
  min-inline-size: 44px;
  min-block-size: 44px;
  text-decoration: none;
}
.picture-link.picture-next { position: static; margin-block: var(--space-8); }
.picture-link > span, .picture-text > span { display: -webkit-box; overflow: hidden; -webkit-box-orient: vertical; -webkit-line-clamp: 2; }
.picture-link > span { inline-size: 100%; }
.picture-link > b { text-decoration: underline; text-underline-offset: 3px; }
.picture-link[aria-busy] { opacity: 0.7; }
.film-cost {
  position: absolute;
  inset-block-start: var(--space-16);
  inset-inline-start: var(--space-16);
  font-weight: 600;
}
@media (min-width: 768px) { .film-cost { inset-block: auto var(--space-16); inset-inline: auto var(--space-16); } }
@media print { .picture-link, .picture-text, .film-cost { display: none; } }
`;

/** Of pages that save data: no fonts of the site's own, and what stands in place of the pictures. The rules without specificity leave to the page what it places itself. */
export const DATA_SAVER_STYLES: Stylesheet = { href: '', integrity: '', css: CSS.replaceAll(/\s*\n\s*/g, ' ') };
