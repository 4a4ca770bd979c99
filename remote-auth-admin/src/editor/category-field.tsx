import { TextField } from '@site/shared/ui/field';
import { useId, useRef, useState } from 'react';
import type { DocumentEditor } from './use-document-session.ts';

export interface CategoryFieldProps {
  readonly field: ReturnType<DocumentEditor<unknown>['field']>;
  /** Categories in use; asked for with the first letter. */
  readonly load: () => Promise<readonly string[]>;
}

/** A category of one's own, or one of those in use. */
export const CategoryField = ({ field, load }: CategoryFieldProps) => {
  const listId = useId();
  const [known, setKnown] = useState<readonly string[]>([]);
  const isAsked = useRef(false);
  const ask = () => {
    if (isAsked.current) return;
    isAsked.current = true;
    void load().then((categories) => setKnown([...new Set(categories)].filter((category) => category !== '').sort()));
  };
  return (
    <div>
      <TextField
        label="Category"
        maxLength={60}
        list={listId}
        {...field}
        onChange={(event) => {
          ask();
          field.onChange(event);
        }}
      />
      <datalist id={listId}>
        {known.map((category) => (
          <option key={category} value={category} />
        ))}
      </datalist>
    </div>
  );
};
