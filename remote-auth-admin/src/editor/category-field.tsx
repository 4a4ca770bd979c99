import { listCategories } from '@site/shared/contracts/writing';
import { toSlug } from '@site/shared/domain/slug';
import type { HostServices } from '@site/shared/remote/host-services';
import { Button } from '@site/shared/ui/button';
import { TextField } from '@site/shared/ui/field';
import { closest, distance } from 'fastest-levenshtein';
import { useId, useRef, useState } from 'react';
import styles from './category-field.module.css';
import type { Editor } from './editor-session.ts';

interface CategoryFieldProps {
  readonly services: Pick<HostServices, 'http'>;
  readonly type: 'posts' | 'events';
  readonly field: ReturnType<Editor<unknown>['field']>;
  /** Chooses one of the categories in use. */
  readonly onChoose: (category: string) => void;
}

/** Of letters, for names of five letters or more. */
const MOST_ERRORS = 2;
const SHORTEST = 5;

/** The category in use that was probably meant; undefined for another word. */
const findMeant = (category: string, known: readonly string[]): string | undefined => {
  const folded = known.map(toSlug);
  const text = toSlug(category);
  if (folded.length === 0 || text.length < SHORTEST) return undefined;
  const nearest = closest(text, folded);
  return distance(text, nearest) <= MOST_ERRORS ? known[folded.indexOf(nearest)] : undefined;
};

/** A new category, or one of those in use, which are fetched with the first input. A new one is asked about when the field is left: most are typing errors. */
export const CategoryField = ({ services, type, field, onChoose }: CategoryFieldProps) => {
  const listId = useId();
  const [categories, setCategories] = useState<readonly string[] | null>(null);
  const [isLeft, setIsLeft] = useState(false);
  const isRequested = useRef(false);
  const loadOnce = async (): Promise<void> => {
    if (isRequested.current) return;
    isRequested.current = true;
    const loaded = await services.http.call(listCategories, { query: { type }, silent: true });
    if (loaded.ok) setCategories(loaded.value);
  };
  const category = field.value.trim();
  const isNew = category !== '' && categories !== null && !categories.includes(category);
  const meant = isNew ? findMeant(category, categories) : undefined;
  return (
    <div className={styles.field}>
      <TextField
        list={listId}
        {...field}
        onBlur={() => setIsLeft(true)}
        onChange={(event) => {
          void loadOnce();
          setIsLeft(false);
          field.onChange(event);
        }}
      />
      <datalist id={listId}>
        {categories?.map((known) => (
          <option key={known} value={known} />
        ))}
      </datalist>
      <div role="status">
        {isNew && isLeft && (
          <div className={styles.question}>
            <p>{meant === undefined ? `“${category}” is a new category.` : `“${category}” is a new category. Did you mean “${meant}”?`}</p>
            {meant !== undefined && (
              <Button size="small" variant="secondary" onClick={() => onChoose(meant)}>
                {`Use “${meant}”`}
              </Button>
            )}
          </div>
        )}
      </div>
    </div>
  );
};
