import { type MouseEvent, useEffect, useRef } from 'react';
import styles from './error-summary.module.css';
import { fieldId } from './field.tsx';
import { Heading, type HeadingLevel } from './heading.tsx';

export interface FormError {
  /** Name of the field, whose control has the id `field-<name>`. */
  readonly field: string;
  readonly message: string;
}

interface ErrorSummaryProps {
  readonly errors: readonly FormError[];
  readonly title?: string | undefined;
  readonly level?: HeadingLevel | undefined;
  /** Number of submissions, so that another submission with the same errors moves the focus again. */
  readonly attempt?: number | undefined;
}

/** List of all errors, shown above a form. It takes the focus when it appears, and each error links to its field. */
export const ErrorSummary = ({ errors, title = 'There is a problem', level = 3, attempt = 0 }: ErrorSummaryProps) => {
  const box = useRef<HTMLDivElement>(null);
  const isShown = errors.length > 0;

  // biome-ignore lint/correctness/useExhaustiveDependencies: another submission moves the focus again.
  useEffect(() => {
    if (isShown) box.current?.focus();
  }, [isShown, attempt]);

  const goToField = (event: MouseEvent, field: string) => {
    const control = document.getElementById(fieldId(field));
    if (control === null) return;
    event.preventDefault();
    control.scrollIntoView({ block: 'center' });
    control.focus({ preventScroll: true });
  };

  if (!isShown) return null;
  return (
    <div ref={box} className={styles.summary} role="alert" tabIndex={-1}>
      <Heading level={level} className={styles.title}>
        {title}
      </Heading>
      <ul>
        {errors.map(({ field, message }) => (
          <li key={field}>
            <a className={styles.link} href={`#${fieldId(field)}`} onClick={(event) => goToField(event, field)}>
              {message}
            </a>
          </li>
        ))}
      </ul>
    </div>
  );
};
