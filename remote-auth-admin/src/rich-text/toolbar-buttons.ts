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
  readonly face: IconShape | string;
  /** Keyboard shortcut, in the format of `aria-keyshortcuts`. */
  readonly keys?: string;
  /** Undefined for buttons without a pressed state. */
  readonly isOn?: (editor: Editor) => boolean;
  readonly isOff?: (editor: Editor) => boolean;
  readonly act: ((editor: Editor) => void) | ToolbarDialog;
}

/** Groups of buttons in display order. */
export const TEXT_BUTTONS: readonly (readonly ToolbarButton[])[] = [
  [
    { name: 'Bold', face: boldIcon, keys: 'Control+B', isOn: (editor) => editor.isActive('bold'), act: (editor) => editor.chain().focus().toggleBold().run() },
    {
      name: 'Italic',
      face: italicIcon,
      keys: 'Control+I',
      isOn: (editor) => editor.isActive('italic'),
      act: (editor) => editor.chain().focus().toggleItalic().run(),
    },
    { name: 'Link', face: linkIcon, keys: 'Control+K', isOn: (editor) => editor.isActive('link'), act: 'link' },
  ],
  [
    {
      name: 'Heading H2',
      face: 'H2',
      keys: 'Control+Alt+2',
      isOn: (editor) => editor.isActive('heading', { level: 2 }),
      act: (editor) => editor.chain().focus().toggleHeading({ level: 2 }).run(),
    },
    {
      name: 'Heading H3',
      face: 'H3',
      keys: 'Control+Alt+3',
      isOn: (editor) => editor.isActive('heading', { level: 3 }),
      act: (editor) => editor.chain().focus().toggleHeading({ level: 3 }).run(),
    },
    {
      name: 'Bulleted list',
      face: bulletsIcon,
      keys: 'Control+Shift+8',
      isOn: (editor) => editor.isActive('bulletList'),
      act: (editor) => editor.chain().focus().toggleBulletList().run(),
    },
    {
      name: 'Numbered list',
      face: numbersIcon,
      keys: 'Control+Shift+7',
      isOn: (editor) => editor.isActive('orderedList'),
      act: (editor) => editor.chain().focus().toggleOrderedList().run(),
    },
    {
      name: 'Quote',
      face: quoteIcon,
      keys: 'Control+Shift+B',
      isOn: (editor) => editor.isActive('blockquote'),
      act: (editor) => editor.chain().focus().toggleBlockquote().run(),
    },
    { name: 'Photo', face: imageIcon, keys: 'Control+Alt+M', isOn: (editor) => editor.isActive('figure'), act: 'image' },
    { name: 'Video or recording', face: filmIcon, isOn: (editor) => editor.isActive('embed'), act: 'embed' },
    {
      name: 'Table',
      face: tableIcon,
      isOn: (editor) => editor.isActive(TABLE_NODE),
      isOff: (editor) => editor.isActive(TABLE_NODE),
      act: (editor) => {
        if (editor.isActive(TABLE_NODE)) return;
        insertTable(editor.state, editor.view.dispatch);
        editor.view.focus();
      },
    },
    {
      name: HELP_BOX_TITLE,
      face: phoneIcon,
      isOn: (editor) => editor.isActive(HELP_BOX_NODE),
      act: (editor) => editor.chain().focus().insertContent({ type: HELP_BOX_NODE }).run(),
    },
    { name: 'Divider', face: dividerIcon, act: (editor) => editor.chain().focus().setHorizontalRule().run() },
  ],
  [
    { name: 'Clear formatting', face: clearIcon, act: (editor) => editor.chain().focus().unsetAllMarks().clearNodes().run() },
    { name: 'Undo', face: undoIcon, keys: 'Control+Z', isOff: (editor) => !editor.can().undo(), act: (editor) => editor.chain().focus().undo().run() },
    { name: 'Redo', face: redoIcon, keys: 'Control+Shift+Z', isOff: (editor) => !editor.can().redo(), act: (editor) => editor.chain().focus().redo().run() },
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
    { name: 'Add row above', face: 'Row above', act: inTable(addRowBefore) },
    { name: 'Add row below', face: 'Row below', act: inTable(addRowAfter) },
    { name: 'Add column before', face: 'Column before', act: inTable(addColumnBefore) },
    { name: 'Add column after', face: 'Column after', act: inTable(addColumnAfter) },
  ],
  [
    { name: 'Header row', face: 'Header row', act: inTable(toggleHeaderRow) },
    { name: 'Table caption', face: 'Caption', act: 'caption' },
  ],
  [
    { name: 'Delete row', face: 'Delete row', act: inTable(deleteRow) },
    { name: 'Delete column', face: 'Delete column', act: inTable(deleteColumn) },
    { name: 'Delete table', face: 'Delete table', act: inTable(deleteTable) },
  ],
];
