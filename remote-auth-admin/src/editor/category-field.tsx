import { listCategories } from '@site/shared/contracts/writing';
import type { HostServices } from '@site/shared/remote/host-services';
import { TextField } from '@site/shared/ui/field';
import { useId, useRef, useState } from 'react';
import type { Editor } from './editor-session.ts';

interface CategoryFieldProps {
  readonly services: Pick<HostServices, 'http'>;
  readonly type: 'posts' | 'events';
  readonly field: ReturnType<Editor<unknown>['field']>;
}

/** A new category, or one of those in use, which are fetched with the first input. */
export const CategoryField = ({ services, type, field }: CategoryFieldProps) => {
  const listId = useId();
  const [categories, setCategories] = useState<readonly string[]>([]);
  const isRequested = useRef(false);
  const loadOnce = async (): Promise<void> => {
    if (isRequested.current) return;
    isRequested.current = true;
    const loaded = await services.http.call(listCategories, { query: { type }, silent: true });
    if (loaded.ok) setCategories(loaded.value);
  };
  return (
    <div>
      <TextField
        list={listId}
        {...field}
        onChange={(event) => {
          void loadOnce();
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
