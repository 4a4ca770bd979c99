import sanitize from 'sanitize-html';

/** Leaves everything else in the text as it is, because stored texts are already sanitised. */
const UNCHANGED: sanitize.IOptions = { allowedTags: false, allowedAttributes: false, allowVulnerableTags: true };

/** Removes an image from a text by its id, with its figure and caption. */
export const removeImageFromHtml = (html: string, id: string): string => {
  const isImage = (source: string): boolean => source.includes(`/${id}.`);
  const withoutFigures = html.replaceAll(/<figure\b[^>]*>(?:(?!<\/figure>)[\s\S])*<\/figure>/g, (figure) => (isImage(figure) ? '' : figure));
  if (!isImage(withoutFigures)) return withoutFigures;
  return sanitize(withoutFigures, { ...UNCHANGED, exclusiveFilter: ({ tag, attribs }) => tag === 'img' && isImage(attribs.src ?? '') });
};
