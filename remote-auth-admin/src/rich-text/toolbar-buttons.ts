import { HELP_BOX_TITLE } from '@site/shared/domain/help-box';
import {
  boldIcon,
  bulletsIcon,
  clearIcon,
  dividerIcon,
  filmIcon,
  type IconShape,
  imageIcon,
  italicIcon,
  linkIcon,
  numbersIcon,
  phoneIcon,
  quoteIcon,
  redoIcon,
  tableIcon,
  undoIcon,
} from '@site/shared/ui/icon-shapes';
import type { Editor } from '@tiptap/core';
import type { Command } from '@tiptap/pm/state';
import { addColumnAfter, addColumnBefore, addRowAfter, addRowBefore, deleteColumn, deleteRow, deleteTable, toggleHeaderRow } from '@tiptap/pm/tables';
import { HELP_BOX_NODE } from './rich-text-nodes.ts';
import { insertTable, TABLE_NODE } from './table-nodes.ts';

export type ToolbarDialog = 'link' | 'image' | 'embed' | 'caption';

export interface ToolbarButton {
  readonly name: string;
  /** Icon or text shown on the button. */
  readonly content: IconShape | string;
  /** Keyboard shortcut, in the format of `aria-keyshortcuts`. */
  readonly keys?: string;
  /** Undefined for buttons without a pressed state. */
  readonly isActive?: (editor: Editor) => boolean;
  readonly isDisabled?: (editor: Editor) => boolean;
  readonly action: ((editor: Editor) => void) | ToolbarDialog;
}

/** Groups of buttons in display order. */
export const TEXT_BUTTONS: readonly (readonly ToolbarButton[])[] = [
  [
    {
      name: 'Bold',
      content: boldIcon,
      keys: 'Control+B',
      isActive: (editor) => editor.isActive('bold'),
      action: (editor) => editor.chain().focus().toggleBold().run(),
    },
    {
      name: 'Italic',
      content: italicIcon,
      keys: 'Control+I',
      isActive: (editor) => editor.isActive('italic'),
      action: (editor) => editor.chain().focus().toggleItalic().run(),
    },
    { name: 'Link', content: linkIcon, keys: 'Control+K', isActive: (editor) => editor.isActive('link'), action: 'link' },
  ],
  [
    {
      name: 'Heading H2',
      content: 'H2',
      keys: 'Control+Alt+2',
      isActive: (editor) => editor.isActive('heading', { level: 2 }),
      action: (editor) => editor.chain().focus().toggleHeading({ level: 2 }).run(),
    },
    {
      name: 'Heading H3',
      content: 'H3',
      keys: 'Control+Alt+3',
      isActive: (editor) => editor.isActive('heading', { level: 3 }),
      action: (editor) => editor.chain().focus().toggleHeading({ level: 3 }).run(),
    },
    {
      name: 'Bulleted list',
      content: bulletsIcon,
      keys: 'Control+Shift+8',
      isActive: (editor) => editor.isActive('bulletList'),
      action: (editor) => editor.chain().focus().toggleBulletList().run(),
    },
    {
      name: 'Numbered list',
      content: numbersIcon,
      keys: 'Control+Shift+7',
      isActive: (editor) => editor.isActive('orderedList'),
      action: (editor) => editor.chain().focus().toggleOrderedList().run(),
    },
    {
      name: 'Quote',
      content: quoteIcon,
      keys: 'Control+Shift+B',
      isActive: (editor) => editor.isActive('blockquote'),
      action: (editor) => editor.chain().focus().toggleBlockquote().run(),
    },
    { name: 'Photo', content: imageIcon, keys: 'Control+Alt+M', isActive: (editor) => editor.isActive('figure'), action: 'image' },
    { name: 'Video or recording', content: filmIcon, isActive: (editor) => editor.isActive('embed'), action: 'embed' },
    {
      name: 'Table',
      content: tableIcon,
      isActive: (editor) => editor.isActive(TABLE_NODE),
      isDisabled: (editor) => editor.isActive(TABLE_NODE),
      action: (editor) => {
        if (editor.isActive(TABLE_NODE)) return;
        insertTable(editor.state, editor.view.dispatch);
        editor.view.focus();
      },
    },
    {
      name: HELP_BOX_TITLE,
      content: phoneIcon,
      isActive: (editor) => editor.isActive(HELP_BOX_NODE),
      action: (editor) => editor.chain().focus().insertContent({ type: HELP_BOX_NODE }).run(),
    },
    { name: 'Divider', content: dividerIcon, action: (editor) => editor.chain().focus().setHorizontalRule().run() },
  ],
  [
    { name: 'Clear formatting', content: clearIcon, action: (editor) => editor.chain().focus().unsetAllMarks().clearNodes().run() },
    {
      name: 'Undo',
      content: undoIcon,
      keys: 'Control+Z',
      isDisabled: (editor) => !editor.can().undo(),
      action: (editor) => editor.chain().focus().undo().run(),
    },
    {
      name: 'Redo',
      content: redoIcon,
      keys: 'Control+Shift+Z',
      isDisabled: (editor) => !editor.can().redo(),
      action: (editor) => editor.chain().focus().redo().run(),
    },
  ],
];

/** Returns an action that runs a prosemirror-tables command at the selection. */
const inTable =
  (command: Command) =>
  (editor: Editor): void => {
    command(editor.state, editor.view.dispatch);
    editor.view.focus();
  };

/** Buttons for the table that contains the selection. */
export const TABLE_BUTTONS: readonly (readonly ToolbarButton[])[] = [
  [
    { name: 'Add row above', content: 'Row above', action: inTable(addRowBefore) },
    { name: 'Add row below', content: 'Row below', action: inTable(addRowAfter) },
    { name: 'Add column before', content: 'Column before', action: inTable(addColumnBefore) },
    { name: 'Add column after', content: 'Column after', action: inTable(addColumnAfter) },
  ],
  [
    { name: 'Header row', content: 'Header row', action: inTable(toggleHeaderRow) },
    { name: 'Table caption', content: 'Caption', action: 'caption' },
  ],
  [
    { name: 'Delete row', content: 'Delete row', action: inTable(deleteRow) },
    { name: 'Delete column', content: 'Delete column', action: inTable(deleteColumn) },
    { name: 'Delete table', content: 'Delete table', action: inTable(deleteTable) },
  ],
];
