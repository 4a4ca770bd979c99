import sanitize from 'sanitize-html';

/** Keeps everything else in the text, because stored texts are already sanitised. */
const UNCHANGED: sanitize.IOptions = { allowedTags: false, allowedAttributes: false, allowVulnerableTags: true };

export const removeImageFromHtml = (html: string, id: string): string => {
  const isImage = (source: string): boolean => source.includes(`/${id}.`);
  const withoutFigures = html.replaceAll(/<figure\b[^>]*>(?:(?!<\/figure>)[\s\S])*<\/figure>/g, (figure) => (isImage(figure) ? '' : figure));
  if (!isImage(withoutFigures)) return withoutFigures;
  return sanitize(withoutFigures, { ...UNCHANGED, exclusiveFilter: ({ tag, attribs }) => tag === 'img' && isImage(attribs.src ?? '') });
};
