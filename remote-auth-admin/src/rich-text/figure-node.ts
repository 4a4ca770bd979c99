import { Node } from '@tiptap/core';

/** A picture with its caption: the caption is written in place, the rest by a dialog. */
export const FigureNode = Node.create({
  name: 'figure',
  group: 'block',
  content: 'inline*',
  isolating: true,
  defining: true,
  draggable: true,
  addAttributes: () => ({ src: { default: '' }, alt: { default: '' }, width: { default: null }, height: { default: null } }),
  // For what the browser itself changes in the text field; whatever comes from elsewhere is read as data.
  parseHTML: () => [
    {
      tag: 'figure',
      contentElement: 'figcaption',
      getAttrs: (element) => {
        const picture = element.querySelector('img');
        if (picture === null) return false;
        const read = (name: string) => picture.getAttribute(name);
        return { src: read('src'), alt: read('alt'), width: read('width'), height: read('height') };
      },
    },
  ],
  renderHTML: ({ HTMLAttributes }) => ['figure', ['img', { ...HTMLAttributes, draggable: 'false' }], ['figcaption', { 'data-hint': 'Caption (optional)' }, 0]],
});
