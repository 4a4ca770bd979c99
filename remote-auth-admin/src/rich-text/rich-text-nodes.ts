import { readEmbed } from '@site/shared/domain/embed';
import { HELP_BOX, HELP_BOX_ATTRIBUTE, HELP_BOX_TITLE } from '@site/shared/domain/help-box';
import { type Editor, Extension, Mark, Node } from '@tiptap/core';
import { NodeSelection, TextSelection } from '@tiptap/pm/state';

/** Inline elements without a toolbar button. They are preserved in existing text. */
export const PHRASES = ['abbr', 'time', 'cite', 'q', 'del', 'ins', 'mark', 'small', 'sub', 'sup', 'kbd'] as const;

const PHRASE_ATTRIBUTES: Readonly<Record<string, readonly string[]>> = { abbr: ['title'], time: ['dateTime'] };

export const phraseMarks = PHRASES.map((tag) =>
  Mark.create({
    name: tag,
    addAttributes: () => Object.fromEntries((PHRASE_ATTRIBUTES[tag] ?? []).map((name) => [name, { default: null }])),
    parseHTML: () => [{ tag }],
    renderHTML: ({ HTMLAttributes }) => [tag, HTMLAttributes, 0],
  }),
);

/** Preserves the language and the direction of blocks. */
export const LanguageAttributes = Extension.create({
  name: 'language',
  addGlobalAttributes: () => [
    { types: ['paragraph', 'heading', 'listItem', 'blockquote', 'tableCell', 'tableHeader'], attributes: { lang: { default: null }, dir: { default: null } } },
  ],
});

/** Moves the caret from a caption to an empty paragraph below the image. Creates the paragraph if necessary. */
const leaveCaption = ({ state, view }: Editor): boolean => {
  const { $from } = state.selection;
  if (state.selection instanceof NodeSelection || $from.parent.type.name !== 'figure') return false;
  const { paragraph } = state.schema.nodes;
  if (paragraph === undefined) return false;
  const end = $from.after();
  const next = state.doc.resolve(end).nodeAfter;
  const tr = next?.type === paragraph && next.content.size === 0 ? state.tr : state.tr.insert(end, paragraph.create());
  view.dispatch(tr.setSelection(TextSelection.create(tr.doc, end + 1)).scrollIntoView());
  return true;
};

/** Selects the image when Backspace is pressed at the start of its caption, so that the image is not removed by accident. */
const selectImage = ({ state, view }: Editor): boolean => {
  // Use the browser's selection, because a key event can arrive before the text field has updated its own selection.
  const { isCollapsed = false, anchorNode = null, anchorOffset = 0 } = view.dom.ownerDocument.getSelection() ?? {};
  if (!isCollapsed || anchorNode === null || !view.dom.contains(anchorNode)) return false;
  const $from = state.doc.resolve(view.posAtDOM(anchorNode, anchorOffset));
  if (state.selection instanceof NodeSelection || $from.parent.type.name !== 'figure' || $from.parentOffset > 0) return false;
  view.dispatch(state.tr.setSelection(NodeSelection.create(state.doc, $from.before())));
  return true;
};

/** An image with a caption. The caption is edited in place, the image in a dialog. */
export const FigureNode = Node.create({
  name: 'figure',
  group: 'block',
  content: 'inline*',
  isolating: true,
  defining: true,
  draggable: true,
  addAttributes: () => ({ src: { default: '' }, alt: { default: '' }, role: { default: null }, width: { default: null }, height: { default: null } }),
  // Used only when the browser changes the text field's DOM. All other text is passed in as data.
  parseHTML: () => [
    {
      tag: 'figure',
      contentElement: 'figcaption',
      getAttrs: (element) => {
        const image = element.querySelector('img');
        if (image === null) return false;
        const read = (name: string) => image.getAttribute(name);
        return { src: read('src'), alt: read('alt'), role: read('role'), width: read('width'), height: read('height') };
      },
    },
  ],
  addKeyboardShortcuts() {
    const { editor } = this;
    return { Enter: () => leaveCaption(editor), Backspace: () => selectImage(editor) };
  },
  renderHTML: ({ HTMLAttributes, node }) => [
    'figure',
    node.attrs.alt === '' && node.attrs.role === null ? { 'data-note': 'No alt text yet' } : {},
    ['img', { ...HTMLAttributes, draggable: 'false' }],
    ['figcaption', { 'data-hint': 'Caption (optional)' }, 0],
  ],
});

const BLOCK_NAMES: Readonly<Record<string, string>> = { table: 'Table', dl: 'List of terms', figure: 'Figure' };

/** A player from another site. The text field shows only its title and site, so that editing sends no requests to that site. */
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
    return ['div', { 'data-embed': src, 'data-title': title }, ['strong', String(title ?? 'No title yet')], ['span', name]];
  },
});

export const HELP_BOX_NODE = 'helpBox';

/** The help box. The text field shows only its title, because the published page fills in the configured phone numbers. */
export const HelpBoxNode = Node.create({
  name: HELP_BOX_NODE,
  group: 'block',
  atom: true,
  draggable: true,
  parseHTML: () => [{ tag: `aside[${HELP_BOX_ATTRIBUTE}="${HELP_BOX}"]` }],
  renderHTML: () => ['aside', { [HELP_BOX_ATTRIBUTE]: HELP_BOX }, ['strong', HELP_BOX_TITLE], ['span', 'The site’s emergency number and helplines']],
});

/** A block that the text field cannot edit. Users can move or remove it, and it is stored unchanged. */
export const OpaqueNode = Node.create({
  name: 'opaque',
  group: 'block',
  atom: true,
  draggable: true,
  addAttributes: () => ({ tag: { default: '' }, html: { default: '' }, text: { default: '' } }),
  parseHTML: () => [
    {
      tag: 'div[data-html]',
      getAttrs: (element) => ({ tag: element.getAttribute('data-tag'), html: element.getAttribute('data-html'), text: element.getAttribute('data-text') }),
    },
  ],
  renderHTML: ({ node }) => {
    const { tag, html, text } = node.attrs;
    const name = `${BLOCK_NAMES[String(tag)] ?? 'Block'}, kept unchanged`;
    return ['div', { 'data-tag': tag, 'data-html': html, 'data-text': text }, ['strong', name], ['span', String(text).trim()]];
  },
});
