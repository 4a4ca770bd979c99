import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import styles from './field.module.css';
import { Icon } from './icon.tsx';
import { warnIcon } from './icon-shapes.ts';

/** The id of the control of a field, so that an error summary can point to it. */
export const fieldId = (name: string): string => `field-${name}`;

/** The ids that describe a control, in the order in which they stand. */
export const describedBy = (id: string, hint: ReactNode, error: string | undefined): string | undefined =>
  classNames(hint !== undefined && `${id}-hint`, error !== undefined && `${id}-error`) || undefined;

export interface FieldFrameProps {
  readonly id: string;
  readonly label: ReactNode;
  readonly hint?: ReactNode;
  readonly error?: string | undefined;
  readonly optional?: boolean | undefined;
  /** What stands below the control: a counter, a list of files. */
  readonly after?: ReactNode;
  readonly children: ReactNode;
}

/** Label, hint, message and control in this order. For controls of one's own: give it `id`, `aria-invalid` and `aria-describedby` of `describedBy`. */
export const FieldFrame = ({ id, label, hint, error, optional = false, after, children }: FieldFrameProps) => (
  <div className={classNames(styles.field, error !== undefined && styles.bad)}>
    <label htmlFor={id} className={styles.label}>
      {label}
      {optional && <span className={styles.optional}> (optional)</span>}
    </label>
    {hint !== undefined && (
      <p id={`${id}-hint`} className={styles.hint}>
        {hint}
      </p>
    )}
    {error !== undefined && <FieldError id={`${id}-error`}>{error}</FieldError>}
    {children}
    {after}
  </div>
);

/** What is wrong with a field: a triangle and words. */
export const FieldError = ({ id, children }: { readonly id: string; readonly children: string }) => (
  <p id={id} className={styles.error}>
    <Icon shape={warnIcon} />
    <span>{children}</span>
  </p>
);
