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
  quoteIcon,
  redoIcon,
  undoIcon,
} from '@site/shared/ui/icon-shapes';
import type { Editor } from '@tiptap/core';

export type ToolbarDialog = 'link' | 'picture' | 'embed';

export interface ToolbarButton {
  readonly name: string;
  /** A drawing, or the letters that stand for it. */
  readonly face: IconShape | string;
  /** As `aria-keyshortcuts` says it. */
  readonly keys?: string;
  /** Not given where there is nothing to be switched on. */
  readonly isOn?: (editor: Editor) => boolean;
  readonly isOff?: (editor: Editor) => boolean;
  readonly act: ((editor: Editor) => void) | ToolbarDialog;
}

/** Groups, in the order in which they stand. */
export const TOOLBAR: readonly (readonly ToolbarButton[])[] = [
  [
    { name: 'Bold', face: boldIcon, keys: 'Control+B', isOn: (editor) => editor.isActive('bold'), act: (editor) => editor.chain().focus().toggleBold().run() },
    {
      name: 'Italic',
      face: italicIcon,
      keys: 'Control+I',
      isOn: (editor) => editor.isActive('italic'),
      act: (editor) => editor.chain().focus().toggleItalic().run(),
    },
    { name: 'Link', face: linkIcon, isOn: (editor) => editor.isActive('link'), act: 'link' },
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
    { name: 'Picture', face: imageIcon, isOn: (editor) => editor.isActive('figure'), act: 'picture' },
    { name: 'Video or recording', face: filmIcon, isOn: (editor) => editor.isActive('embed'), act: 'embed' },
    { name: 'Divider', face: dividerIcon, act: (editor) => editor.chain().focus().setHorizontalRule().run() },
  ],
  [
    { name: 'Clear formatting', face: clearIcon, act: (editor) => editor.chain().focus().unsetAllMarks().clearNodes().run() },
    { name: 'Undo', face: undoIcon, keys: 'Control+Z', isOff: (editor) => !editor.can().undo(), act: (editor) => editor.chain().focus().undo().run() },
    { name: 'Redo', face: redoIcon, keys: 'Control+Shift+Z', isOff: (editor) => !editor.can().redo(), act: (editor) => editor.chain().focus().redo().run() },
  ],
];
