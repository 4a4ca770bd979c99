import { useEffect, useRef } from 'react';
import styles from './listbox-options.module.css';
import type { Listbox } from './use-listbox.ts';

interface ListboxOption {
  readonly key: string;
  readonly text: string;
  /** Shown at the end of the line. */
  readonly note: string | number;
}

interface ListboxOptionsProps {
  readonly listbox: Listbox;
  /** Index of the option that Enter chooses; -1 if there is none. */
  readonly active: number;
  readonly label: string;
  readonly options: readonly ListboxOption[];
  readonly className: string | undefined;
  /** Hides the list, which stays in the DOM because the field refers to it. */
  readonly hidden?: boolean;
  readonly onChoose: (index: number) => void;
}

/** The list of options for a text field. Scrolls the active option into view. */
export const ListboxOptions = ({ listbox, active, label, options, className, hidden = false, onChoose }: ListboxOptionsProps) => {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (active >= 0) list.current?.children[active]?.scrollIntoView({ block: 'nearest' });
  }, [active]);
  return (
    <div ref={list} id={listbox.listId} role="listbox" aria-label={label} className={className} hidden={hidden}>
      {options.map(({ key, text, note }, index) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the text field keeps the focus and handles the keys.
        <div
          key={key}
          id={listbox.getOptionId(index)}
          role="option"
          tabIndex={-1}
          aria-selected={index === active}
          className={styles.option}
          // Keep focus in the field when the user clicks an option.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onChoose(index)}
        >
          <span>{text}</span>
          <span className={styles.note}>{note}</span>
        </div>
      ))}
    </div>
  );
};
