import { useEffect, useRef } from 'react';
import styles from './listbox-options.module.css';
import type { Listbox } from './use-listbox.ts';

interface ListboxOption {
  readonly key: string;
  readonly text: string;
  /** At the end of its line. */
  readonly note: string | number;
}

interface ListboxOptionsProps {
  readonly listbox: Listbox;
  /** The option that Enter chooses; -1 for none. */
  readonly active: number;
  readonly label: string;
  readonly options: readonly ListboxOption[];
  readonly className: string | undefined;
  /** Always there, because the field refers to it. */
  readonly hidden?: boolean;
  readonly onChoose: (index: number) => void;
}

/** The list that belongs to a text field; the one that Enter chooses is in view. */
export const ListboxOptions = ({ listbox, active, label, options, className, hidden = false, onChoose }: ListboxOptionsProps) => {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (active >= 0) list.current?.children[active]?.scrollIntoView({ block: 'nearest' });
  }, [active]);
  return (
    <div ref={list} id={listbox.listId} role="listbox" aria-label={label} className={className} hidden={hidden}>
      {options.map(({ key, text, note }, index) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the text field, which keeps the focus.
        <div
          key={key}
          id={listbox.getOptionId(index)}
          role="option"
          tabIndex={-1}
          aria-selected={index === active}
          className={styles.option}
          // So that the field does not lose the focus before the click.
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
