import { type KeyboardEvent, useId, useState } from 'react';

export interface Listbox {
  readonly listId: string;
  /** Index of the option that Enter chooses; -1 if there is none. */
  readonly active: number;
  readonly reset: (active?: number) => void;
  readonly getOptionId: (index: number) => string;
  /** Moves through the options or chooses one. Returns whether the list handled the key. */
  readonly handleKey: (event: KeyboardEvent) => boolean;
}

/** Lets the user choose an option while focus stays in a text field (WAI-ARIA combobox). */
export const useListbox = (count: number, onChoose: (index: number) => void): Listbox => {
  const listId = useId();
  const [chosen, setChosen] = useState(-1);
  const active = Math.min(chosen, count - 1);
  const handleKey = (event: KeyboardEvent): boolean => {
    // While an input method is composing a word, keys edit the word.
    if (event.nativeEvent.isComposing || count === 0) return false;
    if (event.key === 'Enter' && active >= 0) onChoose(active);
    else if (event.key === 'ArrowDown') setChosen((active + 1) % count);
    else if (event.key === 'ArrowUp') setChosen(active <= 0 ? count - 1 : active - 1);
    else return false;
    event.preventDefault();
    return true;
  };
  return { listId, active, reset: (next = -1) => setChosen(next), getOptionId: (index) => `${listId}-${index}`, handleKey };
};
