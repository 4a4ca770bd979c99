import { countCharacters } from '@site/shared/domain/text-length';
import { FieldError, fieldId } from '@site/shared/ui/field';
import { VisuallyHidden } from '@site/shared/ui/visually-hidden';
import type { ChangeEvent, KeyboardEvent, ReactNode } from 'react';
import styles from './editor-canvas.module.css';

/** Column for the text, as wide as on the site. */
export const EditorCanvas = ({ children }: { readonly children: ReactNode }) => <div className={styles.canvas}>{children}</div>;

const COUNTER_THRESHOLD = 0.8;

interface InlineTextFieldProps {
  readonly label: string;
  readonly name: string;
  readonly value: string;
  readonly error: string | undefined;
  /** Maximum number of characters. The schema enforces the limit, because browsers count an emoji as several characters. */
  readonly maxLength: number | undefined;
  readonly variant: 'title' | 'excerpt';
  readonly onChange: (event: ChangeEvent<HTMLTextAreaElement>) => void;
}

/** A text area styled like the page's text. It grows with its content and accepts no line breaks. */
export const InlineTextField = ({ label, name, value, error, maxLength, variant, onChange }: InlineTextFieldProps) => {
  const id = fieldId(name);
  const count = countCharacters(value);
  const isNearLimit = maxLength !== undefined && count >= maxLength * COUNTER_THRESHOLD;
  const preventLineBreak = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && !event.nativeEvent.isComposing) event.preventDefault();
  };
  return (
    <div className={styles[variant]}>
      <VisuallyHidden>
        <label htmlFor={id}>{label}</label>
      </VisuallyHidden>
      {error !== undefined && <FieldError id={`${id}-error`}>{error}</FieldError>}
      {/* A hidden copy of the text makes the field as high as its text. */}
      <div className={styles.grow} data-text={`${value || label} `}>
        <textarea
          id={id}
          name={name}
          rows={1}
          placeholder={label}
          className={styles.text}
          value={value}
          aria-invalid={error === undefined ? undefined : true}
          aria-describedby={error === undefined ? undefined : `${id}-error`}
          onChange={onChange}
          onKeyDown={preventLineBreak}
        />
      </div>
      {isNearLimit && (
        <p className={styles.counter} aria-live="polite">
          {count > maxLength ? `${count - maxLength} characters too many` : `${maxLength - count} characters left`}
        </p>
      )}
    </div>
  );
};
