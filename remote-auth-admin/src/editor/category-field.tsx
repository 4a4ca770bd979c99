import { TextField } from '@site/shared/ui/field';
import { useId, useRef, useState } from 'react';
import type { Editor } from './editor-session.ts';

interface CategoryFieldProps {
  readonly field: ReturnType<Editor<unknown>['field']>;
  /** Fetches the categories in use, with the first input. */
  readonly load: () => Promise<readonly string[]>;
}

/** A new category, or one of those in use. */
export const CategoryField = ({ field, load }: CategoryFieldProps) => {
  const listId = useId();
  const [categories, setCategories] = useState<readonly string[]>([]);
  const isRequested = useRef(false);
  const loadOnce = () => {
    if (isRequested.current) return;
    isRequested.current = true;
    void load().then((loaded) => setCategories([...new Set(loaded)].filter((category) => category !== '').sort()));
  };
  return (
    <div>
      <TextField
        list={listId}
        {...field}
        onChange={(event) => {
          loadOnce();
          field.onChange(event);
        }}
      />
      <datalist id={listId}>
        {categories.map((category) => (
          <option key={category} value={category} />
        ))}
      </datalist>
    </div>
  );
};
