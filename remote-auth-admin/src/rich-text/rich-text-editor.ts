import { readEmbed } from '@site/shared/domain/embed';
import { parseRichText } from '@site/shared/domain/parse-rich-text';
import { isSafeHref } from '@site/shared/domain/safe-href';
import { Editor, Extension } from '@tiptap/core';
import { Slice } from '@tiptap/pm/model';
import { type EditorState, NodeSelection, TextSelection, type Transaction } from '@tiptap/pm/state';
import type { EditorView } from '@tiptap/pm/view';
import { StarterKit } from '@tiptap/starter-kit';
import { listChanges } from '../editor/merge-texts.ts';
import { hasPastedText, readPastedHtml } from './pasted-html.ts';
import { toDocument, toHtml } from './rich-text-document.ts';
import { EmbedNode, FigureNode, HelpBoxNode, LanguageAttributes, OpaqueNode, phraseMarks } from './rich-text-nodes.ts';
import { Tables } from './table-nodes.ts';

const HINT = 'Write here';

interface RichTextEditorOptions {
  readonly element: HTMLElement;
  readonly id: string;
  readonly label: string;
  readonly className: string;
  readonly html: string;
  /** Origin of the site. Links within the site are stored without the origin. */
  readonly siteUrl: string;
  readonly onChange: (html: string) => void;
  /** Called with pasted or dropped image files. */
  readonly onFiles: (files: readonly File[]) => void;
  /** Called after text is pasted or dropped, with the number of images that were left out. */
  readonly onPaste: (removedImageCount: number) => void;
  /** Called when a shortcut opens a dialog or focuses the toolbar. */
  readonly onKey: (key: EditorKey) => void;
}

/** Dialog that a shortcut opens, or the toolbar that it focuses. */
export type EditorKey = 'link' | 'image' | 'toolbar';

const readHtml = (html: string, siteUrl: string) => toDocument(parseRichText(html, siteUrl));

/** If a video URL is pasted on an empty line, replaces the line with a player and moves the caret below the player. Otherwise returns undefined. */
const createPlayerTransaction = ({ selection, schema, tr }: EditorState, text: string): Transaction | undefined => {
  const embed = readEmbed(text.trim());
  const { $from } = selection;
  const { embed: type, paragraph } = schema.nodes;
  if (embed === undefined || type === undefined || paragraph === undefined || $from.parent.type !== paragraph || $from.parent.content.size > 0)
    return undefined;
  const index = $from.index(-1);
  if (!$from.node(-1).canReplaceWith(index, index + 1, type)) return undefined;
  const start = $from.before();
  tr.replaceWith(start, $from.after(), type.create({ src: embed.src }));
  const end = start + 1;
  if (tr.doc.resolve(end).nodeAfter?.isTextblock !== true) tr.insert(end, paragraph.create());
  return tr.setSelection(TextSelection.near(tr.doc.resolve(end + 1))).scrollIntoView();
};

/** Selects a clicked image, so that it can be deleted, moved or changed. */
const selectClickedImage = (view: EditorView, { target }: Event): boolean => {
  const figure = target instanceof HTMLImageElement ? target.closest('figure') : null;
  if (figure === null) return false;
  const position = view.posAtDOM(figure, 0);
  const $position = view.state.doc.resolve(position);
  const start = $position.parent.type.name === 'figure' ? $position.before() : position;
  if (view.state.doc.nodeAt(start)?.type.name !== 'figure') return false;
  view.focus();
  view.dispatch(view.state.tr.setSelection(NodeSelection.create(view.state.doc, start)));
  return true;
};

/**
 * Replaces the text without calling `onChange`. Undo restores the previous text. Keeps unchanged blocks and the caret in them, because a colleague's changes to
 * other paragraphs may arrive while the user types.
 */
export const setEditorHtml = (editor: Editor, html: string, siteUrl: string): void => {
  const { doc, schema, tr } = editor.state;
  const blocks = doc.content.content;
  const getPosition = (index: number): number => blocks.slice(0, index).reduce((position, { nodeSize }) => position + nodeSize, 0);
  const changes = listChanges(blocks, schema.nodeFromJSON(readHtml(html, siteUrl)).content.content, (one, other) => one.eq(other));
  // Apply the changes from last to first, so that the positions of the remaining changes stay valid.
  for (const { start, end, blocks: replacement } of changes.reverse()) tr.replaceWith(getPosition(start), getPosition(end), replacement);
  editor.view.dispatch(tr.setMeta('preventUpdate', true));
};

/**
 * Creates the rich text field. Text is parsed with the site's allow-list and passed on as data. The browser never parses HTML, so the page's Content Security
 * Policy stays effective.
 */
export const createRichTextEditor = ({ element, id, label, className, html, siteUrl, onChange, onFiles, onPaste, onKey }: RichTextEditorOptions): Editor => {
  /** Handles a paste or drop. Returns false to leave it to the editor, which handles plain text. */
  const handleTransfer = (view: EditorView, dataTransfer: DataTransfer | null, position?: number): boolean => {
    if (dataTransfer === null) return false;
    const playerTransaction = position === undefined ? createPlayerTransaction(view.state, dataTransfer.getData('text/plain')) : undefined;
    if (playerTransaction !== undefined) {
      view.dispatch(playerTransaction);
      return true;
    }
    const source = dataTransfer.getData('text/html');
    const images = [...dataTransfer.files].filter(({ type }) => type.startsWith('image/'));
    // Some programs copy text both as text and as an image. Prefer the text.
    if (images.length > 0 && !hasPastedText(source)) {
      onFiles(images);
      return true;
    }
    if (source === '') return false;
    const { html: cleanedHtml, removedImageCount } = readPastedHtml(source, siteUrl);
    onPaste(removedImageCount);
    // Only images were pasted and all of them were removed, so do not replace the selection.
    if (removedImageCount > 0 && !hasPastedText(source) && !cleanedHtml.includes('<img')) return true;
    const { state } = view;
    const slice = Slice.maxOpen(state.schema.nodeFromJSON(readHtml(cleanedHtml, siteUrl)).content);
    view.dispatch((position === undefined ? state.tr.replaceSelection(slice) : state.tr.replaceRange(position, position, slice)).scrollIntoView());
    return true;
  };

  return new Editor({
    element,
    injectCSS: false,
    extensions: [
      StarterKit.configure({
        heading: { levels: [2, 3, 4] },
        dropcursor: false,
        link: { openOnClick: false, isAllowedUri: (address) => isSafeHref(address ?? ''), HTMLAttributes: { target: null, rel: null } },
      }),
      FigureNode,
      EmbedNode,
      HelpBoxNode,
      OpaqueNode,
      Tables,
      LanguageAttributes,
      Extension.create({
        name: 'keys',
        addKeyboardShortcuts: () => {
          const press = (key: EditorKey) => () => {
            onKey(key);
            return true;
          };
          return { 'Mod-k': press('link'), 'Mod-Alt-m': press('image'), 'Alt-F10': press('toolbar') };
        },
      }),
      ...phraseMarks,
    ],
    content: readHtml(html, siteUrl),
    editorProps: {
      attributes: { id, class: className, role: 'textbox', 'aria-multiline': 'true', 'aria-label': label, 'aria-placeholder': HINT, 'data-hint': HINT },
      handleDOMEvents: {
        click: selectClickedImage,
        paste: (view, event) => {
          const isHandled = handleTransfer(view, event.clipboardData);
          if (isHandled) event.preventDefault();
          return isHandled;
        },
        drop: (view, event) => {
          // Leave drags within the field to the editor.
          if (view.dragging !== null) return false;
          const isHandled = handleTransfer(view, event.dataTransfer, view.posAtCoords({ left: event.clientX, top: event.clientY })?.pos);
          if (isHandled) event.preventDefault();
          return isHandled;
        },
      },
    },
    onUpdate: ({ editor }) => onChange(toHtml(editor.getJSON())),
  });
};
