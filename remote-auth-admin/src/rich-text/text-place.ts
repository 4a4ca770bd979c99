import type { Editor } from '@tiptap/core';
import type { Node } from '@tiptap/pm/model';
import { findWords, type TextPlace } from '../editor/checks.ts';
import { TABLE_NODE } from './table-nodes.ts';

/** Node names for the kinds of `TextPlace`. */
const NODE_NAMES = { image: 'figure', heading: 'heading', embed: 'embed', table: TABLE_NODE } as const;

interface TextRange {
  readonly from: number;
  readonly to: number;
}

/** Returns the links in a text. Adjacent links with the same URL count as one link. */
const findLinks = (document: Node): TextRange[] => {
  const links: { from: number; to: number; href: unknown }[] = [];
  document.descendants((node, from) => {
    const href = node.marks.find(({ type }) => type.name === 'link')?.attrs.href;
    if (!node.isInline || href === undefined) return;
    const to = from + node.nodeSize;
    const before = links.at(-1);
    if (before?.to === from && before.href === href) before.to = to;
    else links.push({ from, to, href });
  });
  return links;
};

const findPhrases = (document: Node, words: string): TextRange[] => {
  const ranges: TextRange[] = [];
  document.descendants((node, position) => {
    if (!node.isTextblock) return;
    // Replace every non-text node with one character, so that offsets match document positions.
    const text = node.textBetween(0, node.content.size, '\n', '\n');
    ranges.push(...findWords(text, words).map((offset) => ({ from: position + 1 + offset, to: position + 1 + offset + words.length })));
  });
  return ranges;
};

/** Selects a passage and scrolls it into view. Moves to the start of the text if the passage no longer exists. */
export const selectPlace = (editor: Editor, place: TextPlace): void => {
  const document = editor.state.doc;
  const command = editor.chain().focus();
  if (place.kind === 'link' || place.kind === 'words') {
    const ranges = place.kind === 'words' ? findPhrases(document, place.words) : findLinks(document);
    const range = ranges[place.index];
    command
      .setTextSelection(range ?? 0)
      .scrollIntoView()
      .run();
    return;
  }
  const name = NODE_NAMES[place.kind];
  const positions: number[] = [];
  document.descendants((node, position) => {
    if (node.type.name === name) positions.push(position);
  });
  const position = positions[place.index];
  if (position === undefined) command.setTextSelection(0).run();
  else if (place.kind === 'heading' || place.kind === 'table')
    command
      .setTextSelection(position + 1)
      .scrollIntoView()
      .run();
  else command.setNodeSelection(position).scrollIntoView().run();
};
