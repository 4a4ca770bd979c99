import { HELP_BOX_TITLE } from '@site/shared/domain/help-box';
import { Icon } from '@site/shared/ui/icon';
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
  undoIcon,
} from '@site/shared/ui/icon-shapes';
import type { Editor } from '@tiptap/core';
import { type KeyboardEvent, useState } from 'react';
import { HELP_BOX_NODE } from './rich-text-nodes.ts';
import styles from './rich-text-toolbar.module.css';

export type ToolbarDialog = 'link' | 'image' | 'embed';

interface ToolbarButton {
  readonly name: string;
  /** An icon, or letters instead of one. */
  readonly face: IconShape | string;
  /** In the syntax of `aria-keyshortcuts`. */
  readonly keys?: string;
  /** Undefined for buttons without an on state. */
  readonly isOn?: (editor: Editor) => boolean;
  readonly isOff?: (editor: Editor) => boolean;
  readonly act: ((editor: Editor) => void) | ToolbarDialog;
}

/** Groups, in the order of the screen. */
const TOOLBAR: readonly (readonly ToolbarButton[])[] = [
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
    { name: 'Image', face: imageIcon, isOn: (editor) => editor.isActive('figure'), act: 'image' },
    { name: 'Video or recording', face: filmIcon, isOn: (editor) => editor.isActive('embed'), act: 'embed' },
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

interface RichTextToolbarProps {
  readonly editor: Editor;
  /** Id of the text field. */
  readonly controls: string;
  readonly onDialog: (dialog: ToolbarDialog) => void;
}

const NAMES = TOOLBAR.flat().map(({ name }) => name);

/** One stop for the Tab key; the arrow keys go from button to button (WAI-ARIA toolbar). */
export const RichTextToolbar = ({ editor, controls, onDialog }: RichTextToolbarProps) => {
  const [current, setCurrent] = useState(NAMES[0]);

  const move = (event: KeyboardEvent<HTMLDivElement>) => {
    const at = NAMES.indexOf(current ?? '');
    const next = { ArrowRight: at + 1, ArrowLeft: at - 1 + NAMES.length, Home: 0, End: NAMES.length - 1 }[event.key];
    const name = next === undefined ? undefined : NAMES[next % NAMES.length];
    if (name === undefined) return;
    event.preventDefault();
    setCurrent(name);
    event.currentTarget.querySelector<HTMLElement>(`[aria-label="${name}"]`)?.focus();
  };

  return (
    <div role="toolbar" aria-label="Text formatting" aria-controls={controls} className={styles.toolbar} onKeyDown={move}>
      {TOOLBAR.map((group) => (
        <div key={group[0]?.name} className={styles.group}>
          {group.map(({ name, face, keys, isOn, isOff, act }) => (
            <button
              key={name}
              type="button"
              className={styles.button}
              aria-label={name}
              title={name}
              aria-keyshortcuts={keys}
              aria-pressed={isOn?.(editor)}
              // A natively disabled button would lose the focus with its last use.
              aria-disabled={isOff?.(editor) || undefined}
              tabIndex={name === current ? 0 : -1}
              onFocus={() => setCurrent(name)}
              onClick={() => (typeof act === 'string' ? onDialog(act) : act(editor))}
            >
              {typeof face === 'string' ? face : <Icon shape={face} />}
            </button>
          ))}
        </div>
      ))}
    </div>
  );
};
