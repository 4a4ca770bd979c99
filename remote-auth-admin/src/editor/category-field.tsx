import { toSlug } from '@site/shared/domain/slug';
import { Button } from '@site/shared/ui/button';
import { FieldFrame, fieldId } from '@site/shared/ui/field';
import { closest, distance } from 'fastest-levenshtein';
import { useState } from 'react';
import { SuggestionInput } from '../forms/suggestion-input.tsx';
import { findSuggestions, type Topics } from '../tag-input/use-topics.ts';
import styles from './category-field.module.css';
import type { Editor } from './editor-session.ts';

interface CategoryFieldProps {
  readonly topics: Topics;
  readonly field: ReturnType<Editor<unknown>['field']>;
  /** Receives the entered text, which may be a new category. */
  readonly onChange: (category: string) => void;
}

/** Maximum edit distance between two similar names. Names shorter than `MIN_NAME_LENGTH` are not compared. */
const MAX_DIFFERENT_LETTERS = 2;
const MIN_NAME_LENGTH = 5;

/** Returns the category in use that the user probably meant; undefined if none is similar. */
const findIntendedCategory = (category: string, knownCategories: readonly string[]): string | undefined => {
  const knownSlugs = knownCategories.map(toSlug);
  const text = toSlug(category);
  if (knownSlugs.length === 0 || text.length < MIN_NAME_LENGTH) return undefined;
  const nearest = closest(text, knownSlugs);
  return distance(text, nearest) <= MAX_DIFFERENT_LETTERS ? knownCategories[knownSlugs.indexOf(nearest)] : undefined;
};

/**
 * Suggests existing categories and also accepts a new one. Asks about a new category when the field loses focus, because most new categories are typing errors.
 */
export const CategoryField = ({ topics, field, onChange }: CategoryFieldProps) => {
  const { label, name, value, error } = field;
  const [wasBlurred, setWasBlurred] = useState(false);
  const category = value.trim();
  const knownCategories = topics.categories?.map(({ text }) => text) ?? null;
  const isNew = category !== '' && knownCategories !== null && !knownCategories.includes(category);
  const intendedCategory = isNew ? findIntendedCategory(category, knownCategories) : undefined;
  const change = (text: string) => {
    setWasBlurred(false);
    onChange(text);
  };
  return (
    <div className={styles.field}>
      <FieldFrame id={fieldId(name)} label={label} error={error}>
        <SuggestionInput
          name={name}
          value={value}
          suggestions={findSuggestions(topics.categories ?? [], category)}
          error={error}
          onType={change}
          onChoose={change}
          onFocus={topics.load}
          onBlur={() => setWasBlurred(true)}
        />
      </FieldFrame>
      <div role="status">
        {isNew && wasBlurred && (
          <div className={styles.question}>
            <p>
              {intendedCategory === undefined ? `“${category}” is a new category.` : `“${category}” is a new category. Did you mean “${intendedCategory}”?`}
            </p>
            {intendedCategory !== undefined && (
              <Button size="small" variant="secondary" onClick={() => change(intendedCategory)}>
                {`Use “${intendedCategory}”`}
              </Button>
            )}
          </div>
        )}
      </div>
    </div>
  );
};
