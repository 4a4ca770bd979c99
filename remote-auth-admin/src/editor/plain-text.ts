const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"' };

/** The text of HTML that the sanitiser or our own text field wrote: it has tags and four entities, nothing else. */
export const toPlainText = (html: string): string =>
  html
    .replace(/<\/(p|h\d|li|blockquote|pre|figure)>/g, '\n')
    .replace(/<[^>]*>/g, '')
    .replace(/&(amp|lt|gt|quot);/g, (_, name: string) => ENTITIES[name] ?? '')
    .replace(/\n+/g, '\n')
    .trim();
