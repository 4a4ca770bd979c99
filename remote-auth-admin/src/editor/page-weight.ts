import { imageUrl } from '@site/shared/domain/image-url';
import { parseRichText } from '@site/shared/domain/parse-rich-text';
import type { RichTextNode } from '@site/shared/domain/rich-text';

/** Above this size, the page and the site's own files take longer than five seconds to load at 1 Mbit/s. */
export const PAGE_SIZE_LIMIT_KB = 500;
const KILOBYTE = 1024;
/** Largest image width that phones request. */
const PHONE_WIDTH = 640;

const listImages = (nodes: readonly RichTextNode[]): string[] =>
  nodes.flatMap((node) => (typeof node === 'string' ? [] : [...(node.tag === 'img' ? [node.attributes?.src ?? ''] : []), ...listImages(node.children)]));

/** Returns the URLs of the images in a text. */
export const listTextImages = (html: string): string[] => listImages(parseRichText(html, ''));

const measureImage = async (src: string, signal: AbortSignal): Promise<number> => {
  const response = await fetch(imageUrl(src, { width: PHONE_WIDTH }), { headers: { accept: 'image/avif,image/webp,*/*' }, signal });
  return response.ok ? (await response.blob()).size : 0;
};

interface PageSizeOptions {
  /** The text as HTML. */
  readonly html: string;
  /** URL of the document's image; '' if there is none. */
  readonly image: string;
  readonly signal: AbortSignal;
}

/** Returns the total size in kilobytes of a document's text and images on a phone; null if the images cannot be loaded. */
export const measurePageSize = async ({ html, image, signal }: PageSizeOptions): Promise<number | null> => {
  const sources = new Set([image, ...listTextImages(html)].filter((src) => src.startsWith('/')));
  try {
    const sizes = await Promise.all([...sources].map((src) => measureImage(src, signal)));
    return Math.ceil((new Blob([html]).size + sizes.reduce((sum, size) => sum + size, 0)) / KILOBYTE);
  } catch {
    // Offline or aborted. The size is only advice, so no error is needed.
    return null;
  }
};
