const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"' };

/** Returns the plain text of HTML produced by the sanitiser or our text field. Such HTML contains only tags and four entities. */
export const toPlainText = (html: string): string =>
  html
    .replace(/<\/(p|h\d|li|blockquote|pre|figure)>/g, '\n')
    .replace(/<[^>]*>/g, '')
    .replace(/&(amp|lt|gt|quot);/g, (_, name: string) => ENTITIES[name] ?? '')
    .replace(/\n+/g, '\n')
    .trim();
