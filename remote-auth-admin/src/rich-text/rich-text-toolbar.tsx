import { classNames } from '@site/shared/ui/class-names';
import { Icon } from '@site/shared/ui/icon';
import type { Editor } from '@tiptap/core';
import { type KeyboardEvent, type RefObject, useState } from 'react';
import styles from './rich-text-toolbar.module.css';
import { TABLE_NODE } from './table-nodes.ts';
import { TABLE_BUTTONS, TEXT_BUTTONS, type ToolbarButton, type ToolbarDialog } from './toolbar-buttons.ts';

interface ToolbarProps {
  readonly label: string;
  readonly groups: readonly (readonly ToolbarButton[])[];
  readonly editor: Editor;
  /** Id of the text field. */
  readonly controlsId: string;
  readonly onOpenDialog: (dialog: ToolbarDialog) => void;
}

/** Toolbar with a single tab stop. The arrow keys move between its buttons (WAI-ARIA toolbar pattern). On phones, only the first group is shown initially. */
const Toolbar = ({ label, groups, editor, controlsId, onOpenDialog }: ToolbarProps) => {
  const [current, setCurrent] = useState(groups[0]?.[0]?.name);
  const [isExpanded, setExpanded] = useState(false);

  const moveFocus = (event: KeyboardEvent<HTMLDivElement>) => {
    const buttons = [...event.currentTarget.querySelectorAll('button')].filter((button) => getComputedStyle(button.parentElement ?? button).display !== 'none');
    const currentIndex = buttons.findIndex((button) => button.matches(':focus'));
    const next = { ArrowRight: currentIndex + 1, ArrowLeft: currentIndex - 1 + buttons.length, Home: 0, End: buttons.length - 1 }[event.key];
    const button = next === undefined ? undefined : buttons[next % buttons.length];
    if (button === undefined) return;
    event.preventDefault();
    button.focus();
  };

  return (
    <div role="toolbar" aria-label={label} aria-controls={controlsId} className={styles.tools} onKeyDown={moveFocus}>
      {groups.map((group, index) => (
        <div key={group[0]?.name} className={classNames(styles.group, index > 0 && !isExpanded && styles.folded)}>
          {group.map(({ name, content, keys, isActive, isDisabled, action }) => (
            <button
              key={name}
              type="button"
              className={classNames(styles.button, typeof content === 'string' && content.length > 2 && styles.named)}
              aria-label={name}
              title={name}
              aria-keyshortcuts={keys}
              aria-pressed={isActive?.(editor)}
              // With the native `disabled`, a button would lose focus when a click disables it.
              aria-disabled={isDisabled?.(editor) || undefined}
              tabIndex={name === current ? 0 : -1}
              onFocus={() => setCurrent(name)}
              onClick={() => (typeof action === 'string' ? onOpenDialog(action) : action(editor))}
            >
              {typeof content === 'string' ? content : <Icon shape={content} />}
            </button>
          ))}
        </div>
      ))}
      {groups.length > 1 && (
        <div className={styles.more}>
          <button
            type="button"
            className={classNames(styles.button, styles.named)}
            tabIndex={-1}
            aria-expanded={isExpanded}
            onClick={() => setExpanded(!isExpanded)}
          >
            {isExpanded ? 'Fewer tools' : 'More tools'}
          </button>
        </div>
      )}
    </div>
  );
};

interface RichTextToolbarProps extends Pick<ToolbarProps, 'editor' | 'controlsId' | 'onOpenDialog'> {
  readonly container: RefObject<HTMLDivElement | null>;
}

/** Toolbars for the text and, if the selection is in a table, for the table. */
export const RichTextToolbar = ({ container, ...props }: RichTextToolbarProps) => (
  <div ref={container} className={styles.toolbar}>
    <Toolbar label="Text formatting" groups={TEXT_BUTTONS} {...props} />
    {props.editor.isActive(TABLE_NODE) && <Toolbar label="Table" groups={TABLE_BUTTONS} {...props} />}
  </div>
);
