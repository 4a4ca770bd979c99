import sanitize from 'sanitize-html';

/** Keeps everything else in the text, because stored texts are already sanitised. */
const KEEP_ALL_MARKUP: sanitize.IOptions = { allowedTags: false, allowedAttributes: false, allowVulnerableTags: true };

export const removeImageFromHtml = (html: string, id: string): string => {
  const isImage = (source: string): boolean => source.includes(`/${id}.`);
  const htmlWithoutFigures = html.replaceAll(/<figure\b[^>]*>(?:(?!<\/figure>)[\s\S])*<\/figure>/g, (figure) => (isImage(figure) ? '' : figure));
  if (!isImage(htmlWithoutFigures)) return htmlWithoutFigures;
  return sanitize(htmlWithoutFigures, { ...KEEP_ALL_MARKUP, exclusiveFilter: ({ tag, attribs }) => tag === 'img' && isImage(attribs.src ?? '') });
};
