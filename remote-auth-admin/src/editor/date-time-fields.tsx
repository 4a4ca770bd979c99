import { FieldError, TextField } from '@site/shared/ui/field';
import styles from './date-time-fields.module.css';
import type { DateFields, Values } from './editor-config.ts';

interface DateTimeFieldsProps {
  /** Legend of the two fields. */
  readonly legend: string;
  readonly labels: readonly [date: string, time: string];
  readonly names: DateFields;
  readonly values: Values;
  /** Id of the element that the error summary links to. */
  readonly id: string;
  readonly hint: string;
  readonly error?: string | undefined;
  readonly isOptional?: boolean;
  readonly onChange: (values: Values) => void;
}

/** Fields for a date and a time in the Lagos time zone. */
export const DateTimeFields = ({ legend, labels, names, values, id, hint, error, isOptional = false, onChange }: DateTimeFieldsProps) => (
  <fieldset className={styles.fields} aria-label={legend}>
    {error !== undefined && <FieldError id={`${id}-error`}>{error}</FieldError>}
    <div className={styles.pair}>
      {names.map((name, index) => (
        <TextField
          key={name}
          label={labels[index]}
          name={name}
          {...(index === 0 && { id })}
          type={index === 0 ? 'date' : 'time'}
          optional={isOptional}
          value={values[name] ?? ''}
          onChange={({ target }) => onChange({ [name]: target.value })}
        />
      ))}
    </div>
    <p className={styles.hint}>{hint}</p>
  </fieldset>
);
