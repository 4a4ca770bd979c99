import { describedBy, fieldId } from '@site/shared/ui/field';
import { type KeyboardEvent, type Ref, useState } from 'react';
import listboxStyles from './listbox-options.module.css';
import { ListboxOptions } from './listbox-options.tsx';
import styles from './suggestion-input.module.css';
import { useListbox } from './use-listbox.ts';

export interface Suggestion {
  readonly text: string;
  /** Number of documents that use the suggestion. */
  readonly count: number;
}

interface SuggestionInputProps {
  readonly name: string;
  readonly value: string;
  readonly suggestions: readonly Suggestion[];
  readonly error: string | undefined;
  readonly hint?: string;
  readonly placeholder?: string;
  readonly className?: string | undefined;
  readonly ref?: Ref<HTMLInputElement>;
  readonly onType: (text: string) => void;
  readonly onChoose: (text: string) => void;
  /** Handles a key that the suggestions did not handle. */
  readonly onKey?: (event: KeyboardEvent<HTMLInputElement>) => void;
  readonly onFocus?: () => void;
  readonly onBlur?: () => void;
}

/** A text field that suggests values in use, with their counts. It also accepts any other text. */
export const SuggestionInput = (props: SuggestionInputProps) => {
  const { name, value, suggestions, error, hint, placeholder, className, ref, onType, onChoose, onKey, onFocus, onBlur } = props;
  const [isOpen, setOpen] = useState(false);
  const id = fieldId(name);
  const shown = isOpen ? suggestions : [];
  const choose = (index: number) => {
    const suggestion = shown[index];
    setOpen(false);
    listbox.reset();
    if (suggestion !== undefined) onChoose(suggestion.text);
  };
  const listbox = useListbox(shown.length, choose);
  const { active } = listbox;

  const handleKey = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === 'ArrowDown' && !isOpen) setOpen(true);
    if (listbox.handleKey(event)) return;
    if (event.key === 'Escape' && shown.length > 0) {
      event.stopPropagation();
      setOpen(false);
      listbox.reset();
    } else onKey?.(event);
  };
  return (
    <div className={styles.box}>
      <input
        ref={ref}
        id={id}
        name={name}
        className={className ?? listboxStyles.input}
        role="combobox"
        aria-autocomplete="list"
        aria-expanded={shown.length > 0}
        aria-controls={listbox.listId}
        aria-activedescendant={active >= 0 ? listbox.getOptionId(active) : undefined}
        aria-invalid={error === undefined ? undefined : true}
        aria-describedby={describedBy(id, hint, error)}
        autoComplete="off"
        value={value}
        placeholder={placeholder}
        onFocus={onFocus}
        onChange={({ target }) => {
          setOpen(true);
          listbox.reset();
          onType(target.value);
        }}
        onKeyDown={handleKey}
        onBlur={() => {
          setOpen(false);
          listbox.reset();
          onBlur?.();
        }}
      />
      <ListboxOptions
        listbox={listbox}
        active={active}
        label="Suggestions"
        options={shown.map(({ text, count }) => ({ key: text, text, note: count }))}
        className={styles.list}
        hidden={shown.length === 0}
        onChoose={choose}
      />
    </div>
  );
};
