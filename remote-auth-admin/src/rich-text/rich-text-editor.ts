import { parseRichText } from '@site/shared/domain/parse-rich-text';
import { isSafeHref } from '@site/shared/domain/safe-href';
import { Editor } from '@tiptap/core';
import { Slice } from '@tiptap/pm/model';
import type { EditorView } from '@tiptap/pm/view';
import { StarterKit } from '@tiptap/starter-kit';
import { toDocument, toHtml } from './rich-text-document.ts';
import { EmbedNode, FigureNode, HelpBoxNode, LanguageAttributes, OpaqueNode, phraseMarks } from './rich-text-nodes.ts';

const HINT = 'Write here';

interface RichTextEditorOptions {
  readonly element: HTMLElement;
  readonly id: string;
  readonly label: string;
  readonly className: string;
  readonly html: string;
  /** Links to this site are stored without its origin. */
  readonly siteUrl: string;
  readonly onChange: (html: string) => void;
  /** Image files that were pasted or dropped. */
  readonly onFiles: (files: FileList) => void;
}

/** Google Docs wraps copied text in a `b` element with normal weight. */
const withoutFalseBold = (html: string): string => html.replace(/<b\b[^>]*font-weight:\s*normal[^>]*>/gi, '<span>');

const readHtml = (html: string, siteUrl: string) => toDocument(parseRichText(withoutFalseBold(html), siteUrl));

/** Replaces the complete text without notifying the editor's listener; undo restores the previous text. */
export const setEditorHtml = (editor: Editor, html: string, siteUrl: string): void => {
  editor.commands.setContent(readHtml(html, siteUrl), { emitUpdate: false });
};

/** The rich text field itself. Text comes in as data that was read by the site's one allow-list; the browser parses no markup, so the page's policy for scripts holds. */
export const createRichTextEditor = ({ element, id, label, className, html, siteUrl, onChange, onFiles }: RichTextEditorOptions): Editor => {
  /** Whether the transfer was handled; content copied from the field itself and plain text are left to the editor. */
  const take = (view: EditorView, transfer: DataTransfer | null, position?: number): boolean => {
    if (transfer === null) return false;
    if ([...transfer.files].some(({ type }) => type.startsWith('image/'))) {
      onFiles(transfer.files);
      return true;
    }
    const source = transfer.getData('text/html');
    if (source === '') return false;
    const { state } = view;
    const slice = Slice.maxOpen(state.schema.nodeFromJSON(readHtml(source, siteUrl)).content);
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
      LanguageAttributes,
      ...phraseMarks,
    ],
    content: readHtml(html, siteUrl),
    editorProps: {
      attributes: { id, class: className, role: 'textbox', 'aria-multiline': 'true', 'aria-label': label, 'aria-placeholder': HINT, 'data-hint': HINT },
      handleDOMEvents: {
        paste: (view, event) => {
          const isTaken = take(view, event.clipboardData);
          if (isTaken) event.preventDefault();
          return isTaken;
        },
        drop: (view, event) => {
          // Moved within the field: handled by the editor.
          if (view.dragging !== null) return false;
          const isTaken = take(view, event.dataTransfer, view.posAtCoords({ left: event.clientX, top: event.clientY })?.pos);
          if (isTaken) event.preventDefault();
          return isTaken;
        },
      },
    },
    onUpdate: ({ editor }) => onChange(toHtml(editor.getJSON())),
  });
};
