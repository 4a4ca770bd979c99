import { FieldError, fieldId } from '@site/shared/ui/field';
import { VisuallyHidden } from '@site/shared/ui/visually-hidden';
import type { ChangeEvent, KeyboardEvent } from 'react';
import styles from './paper-field.module.css';

const COUNTER_FROM = 0.8;

export interface PaperFieldProps {
  readonly label: string;
  readonly name: string;
  readonly value: string;
  readonly error: string | undefined;
  readonly maxLength: number;
  readonly look: 'title' | 'excerpt';
  readonly onChange: (event: ChangeEvent<HTMLTextAreaElement>) => void;
}

/** A text that looks on the paper as it will on the page: grows with its words, and takes no line breaks. */
export const PaperField = ({ label, name, value, error, maxLength, look, onChange }: PaperFieldProps) => {
  const id = fieldId(name);
  const left = maxLength - value.length;
  const isNear = value.length >= maxLength * COUNTER_FROM;
  const stayOnLine = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && !event.nativeEvent.isComposing) event.preventDefault();
  };
  return (
    <div className={styles[look]}>
      <VisuallyHidden>
        <label htmlFor={id}>{label}</label>
      </VisuallyHidden>
      {error !== undefined && <FieldError id={`${id}-error`}>{error}</FieldError>}
      {/* The twin behind the field has the same words, so that the field is as high as they are. */}
      <div className={styles.grow} data-words={`${value || label} `}>
        <textarea
          id={id}
          name={name}
          rows={1}
          maxLength={maxLength}
          placeholder={label}
          className={styles.words}
          value={value}
          aria-invalid={error === undefined ? undefined : true}
          aria-describedby={error === undefined ? undefined : `${id}-error`}
          onChange={onChange}
          onKeyDown={stayOnLine}
        />
      </div>
      {isNear && <p className={styles.counter} aria-live="polite">{`${left} characters left`}</p>}
    </div>
  );
};
