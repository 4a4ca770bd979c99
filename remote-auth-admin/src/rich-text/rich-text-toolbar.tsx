import { Icon } from '@site/shared/ui/icon';
import type { Editor } from '@tiptap/core';
import { type KeyboardEvent, useState } from 'react';
import styles from './rich-text-toolbar.module.css';
import { TOOLBAR, type ToolbarDialog } from './toolbar-buttons.ts';

export interface RichTextToolbarProps {
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
              // Natively disabled it would lose the focus with its last use.
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
