const SAFE_PROTOCOLS: readonly string[] = ['http:', 'https:', 'mailto:', 'tel:'];

/** Placeholder for the page's own address, so that a path or a fragment counts as https. */
const ANY_PAGE = 'https://site.invalid/';

/** Whether an address is allowed in a link: http, https, mailto, tel, or an address within the site. Everything else (`javascript:`, `data:` …) is not. */
export const isSafeHref = (href: string): boolean => URL.canParse(href, ANY_PAGE) && SAFE_PROTOCOLS.includes(new URL(href, ANY_PAGE).protocol);
