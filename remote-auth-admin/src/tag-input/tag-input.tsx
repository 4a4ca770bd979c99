import { FieldFrame, fieldId } from '@site/shared/ui/field';
import { Icon } from '@site/shared/ui/icon';
import { closeIcon } from '@site/shared/ui/icon-shapes';
import { type KeyboardEvent, useRef, useState } from 'react';
import { SuggestionInput } from '../forms/suggestion-input.tsx';
import styles from './tag-input.module.css';
import { addTags, joinTags, splitTags } from './tag-text.ts';
import { findSuggestions, type Topics } from './use-topics.ts';

const HINT = 'Press enter or comma to add a tag';

interface TagInputProps {
  readonly label: string;
  readonly name: string;
  /** All tags as one string, for example `a, b`. */
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly error?: string | undefined;
  /** Topics whose tags are suggested. */
  readonly topics: Pick<Topics, 'tags' | 'load'>;
}

/** Edits the tags of a post or event (TAG-01 to TAG-05). Reports the joined string after every change. */
export const TagInput = ({ label, name, value, onChange, error, topics }: TagInputProps) => {
  const [typed, setTyped] = useState('');
  const input = useRef<HTMLInputElement>(null);
  const id = fieldId(name);
  const tags = splitTags(value);

  const report = (next: readonly string[]) => {
    if (joinTags(next) !== joinTags(tags)) onChange(joinTags(next));
  };

  const add = (text: string) => {
    setTyped('');
    report(addTags(tags, text));
  };

  const remove = (tag: string) => {
    report(tags.filter((other) => other !== tag));
    // The focused button is about to be removed, so focus the input.
    input.current?.focus();
  };

  const handleKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    // While an input method is composing a word, Enter accepts the word.
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Enter' || event.key === ',') {
      event.preventDefault();
      add(typed);
    } else if (event.key === 'Backspace' && typed === '') {
      report(tags.slice(0, -1));
    }
  };

  const handleTyping = (text: string) => {
    // Phone keyboards fire no key event for the comma, and pasted text may contain several commas.
    if (text.includes(',')) add(text);
    else setTyped(text);
  };

  return (
    <FieldFrame id={id} label={label} hint={HINT} error={error}>
      <div className={styles.box}>
        {tags.length > 0 && (
          <ul className={styles.tags} aria-label={label}>
            {tags.map((tag) => (
              <li key={tag} className={styles.tag}>
                {tag}
                <button type="button" className={styles.remove} aria-label={`Remove ${tag}`} onClick={() => remove(tag)}>
                  <Icon shape={closeIcon} />
                </button>
              </li>
            ))}
          </ul>
        )}
        <SuggestionInput
          ref={input}
          name={name}
          className={styles.input}
          value={typed}
          suggestions={typed.trim() === '' ? [] : findSuggestions(topics.tags, typed, tags)}
          placeholder="Enter tags separated by comma"
          hint={HINT}
          error={error}
          onType={handleTyping}
          onChoose={add}
          onFocus={topics.load}
          onKey={handleKeyDown}
          onBlur={() => add(typed)}
        />
      </div>
    </FieldFrame>
  );
};
