import { Extension, Mark } from '@tiptap/core';

/** Phrases that have no button: what editors wrote elsewhere keeps them. */
export const PHRASES = ['abbr', 'time', 'cite', 'q', 'del', 'ins', 'mark', 'small', 'sub', 'sup', 'kbd'] as const;

const ATTRIBUTES: Readonly<Record<string, readonly string[]>> = { abbr: ['title'], time: ['dateTime'] };

export const phraseMarks = PHRASES.map((tag) =>
  Mark.create({
    name: tag,
    addAttributes: () => Object.fromEntries((ATTRIBUTES[tag] ?? []).map((name) => [name, { default: null }])),
    parseHTML: () => [{ tag }],
    renderHTML: ({ HTMLAttributes }) => [tag, HTMLAttributes, 0],
  }),
);

/** The language of a block and its direction stay with it. */
export const LanguageAttributes = Extension.create({
  name: 'language',
  addGlobalAttributes: () => [{ types: ['paragraph', 'heading', 'listItem', 'blockquote'], attributes: { lang: { default: null }, dir: { default: null } } }],
});
