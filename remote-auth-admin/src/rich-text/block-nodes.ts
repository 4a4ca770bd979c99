import { readEmbed } from '@site/shared/domain/embed';
import { Node } from '@tiptap/core';

const NAMES: Readonly<Record<string, string>> = { table: 'Table', dl: 'List of terms', figure: 'Figure' };

/** A player of another site. The text field shows its name alone: nothing is asked of that site while somebody writes. */
export const EmbedNode = Node.create({
  name: 'embed',
  group: 'block',
  atom: true,
  draggable: true,
  addAttributes: () => ({ src: { default: '' }, title: { default: null } }),
  parseHTML: () => [
    { tag: 'div[data-embed]', getAttrs: (element) => ({ src: element.getAttribute('data-embed'), title: element.getAttribute('data-title') }) },
  ],
  renderHTML: ({ node }) => {
    const { src, title } = node.attrs;
    const embed = readEmbed(String(src));
    const name = `${embed?.kind === 'sound' ? 'Recording' : 'Video'} from ${embed?.site ?? 'another site'}`;
    return ['div', { 'data-embed': src, 'data-title': title }, title === null ? name : `${name}: ${title}`];
  },
});

/** What the text field cannot change. It can be moved and taken out, and is stored as it was. */
export const KeptNode = Node.create({
  name: 'kept',
  group: 'block',
  atom: true,
  draggable: true,
  addAttributes: () => ({ tag: { default: '' }, html: { default: '' }, words: { default: '' } }),
  parseHTML: () => [
    {
      tag: 'div[data-kept]',
      getAttrs: (element) => ({ tag: element.getAttribute('data-tag'), html: element.getAttribute('data-kept'), words: element.getAttribute('data-words') }),
    },
  ],
  renderHTML: ({ node }) => {
    const { tag, html, words } = node.attrs;
    const shown = String(words).trim().slice(0, 120);
    return ['div', { 'data-tag': tag, 'data-kept': html, 'data-words': words }, `${NAMES[String(tag)] ?? 'Block'}, kept as it is: ${shown}`];
  },
});
