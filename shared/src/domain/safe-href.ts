const SAFE_PROTOCOLS: readonly string[] = ['http:', 'https:', 'mailto:', 'tel:'];

/** Placeholder for the current page's URL, so that a path or a fragment is treated as https. */
const PLACEHOLDER_URL = 'https://site.invalid/';

/** Whether a URL is allowed in a link: http, https, mailto, tel, or a relative URL. Other schemes (`javascript:`, `data:` …) are not. */
export const isSafeHref = (href: string): boolean => URL.canParse(href, PLACEHOLDER_URL) && SAFE_PROTOCOLS.includes(new URL(href, PLACEHOLDER_URL).protocol);
