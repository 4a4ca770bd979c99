import type { ChangeEvent, FocusEvent, HTMLInputAutoCompleteAttribute, ReactNode, Ref } from 'react';
import { countCharacters } from '../domain/text-length.ts';
import { Checkbox } from './checkbox.tsx';
import { classNames } from './class-names.ts';
import styles from './field.module.css';
import { Icon } from './icon.tsx';
import { warnIcon } from './icon-shapes.ts';

export const fieldId = (name: string): string => `field-${name}`;

export const describedBy = (id: string, hint: ReactNode, error: string | undefined): string | undefined =>
  classNames(hint !== undefined && `${id}-hint`, error !== undefined && `${id}-error`) || undefined;

interface FieldFrameProps {
  readonly id: string;
  readonly label: ReactNode;
  readonly hint?: ReactNode;
  readonly error?: string | undefined;
  readonly optional?: boolean | undefined;
  /** Content below the control, for example a counter or a list of files. */
  readonly after?: ReactNode;
  readonly children: ReactNode;
}

/** Frame with label, hint and error for a custom control, which needs `id`, `aria-invalid` and `aria-describedby` (see `describedBy`). */
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

export const FieldError = ({ id, children }: { readonly id: string; readonly children: string }) => (
  <p id={id} className={styles.error}>
    <Icon shape={warnIcon} />
    <span>{children}</span>
  </p>
);

const COUNTER_THRESHOLD = 0.8;

interface FieldProps<Control extends HTMLElement> {
  readonly label: ReactNode;
  readonly name: string;
  readonly id?: string | undefined;
  readonly hint?: ReactNode;
  readonly error?: string | undefined;
  /** Adds "(optional)" to the label. Labels of required fields stay unchanged. */
  readonly optional?: boolean | undefined;
  readonly disabled?: boolean | undefined;
  readonly onBlur?: ((event: FocusEvent<Control>) => void) | undefined;
  readonly ref?: Ref<Control> | undefined;
}

interface TextProps<Control extends HTMLElement> extends FieldProps<Control> {
  readonly value?: string | undefined;
  readonly defaultValue?: string | undefined;
  readonly onChange?: ((event: ChangeEvent<Control>) => void) | undefined;
  /**
   * Maximum number of characters, as counted by the counter. Browsers would count an emoji several times and cut texts that are allowed, so the form's schema
   * enforces the limit.
   */
  readonly maxLength?: number | undefined;
  readonly placeholder?: string | undefined;
  readonly readOnly?: boolean | undefined;
  readonly autoComplete?: HTMLInputAutoCompleteAttribute | undefined;
  readonly spellCheck?: boolean | undefined;
}

const getControlProps = <Control extends HTMLElement>(id: string, props: FieldProps<Control>) => ({
  ref: props.ref,
  id,
  name: props.name,
  onBlur: props.onBlur,
  disabled: props.disabled,
  'aria-invalid': props.error === undefined ? undefined : true,
  'aria-describedby': describedBy(id, props.hint, props.error),
});

const getTextProps = <Control extends HTMLElement>(id: string, props: TextProps<Control>) => ({
  ...getControlProps(id, props),
  value: props.value,
  defaultValue: props.defaultValue,
  onChange: props.onChange,
  autoComplete: props.autoComplete,
  placeholder: props.placeholder,
  readOnly: props.readOnly,
  spellCheck: props.spellCheck,
});

const Counter = ({ value, limit }: { readonly value: string | undefined; readonly limit: number | undefined }) => {
  if (limit === undefined || value === undefined) return null;
  const count = countCharacters(value);
  if (count < limit * COUNTER_THRESHOLD) return null;
  return (
    <p className={styles.counter} aria-live="polite">
      {count > limit ? `${count - limit} characters too many` : `${limit - count} characters left`}
    </p>
  );
};

interface TextFrameProps {
  readonly id: string;
  readonly field: TextProps<HTMLInputElement> | TextProps<HTMLTextAreaElement>;
  readonly children: ReactNode;
}

const TextFrame = ({ id, field: { label, hint, error, optional, value, maxLength }, children }: TextFrameProps) => (
  <FieldFrame id={id} label={label} hint={hint} error={error} optional={optional} after={<Counter value={value} limit={maxLength} />}>
    {children}
  </FieldFrame>
);

interface TextFieldProps extends TextProps<HTMLInputElement> {
  readonly type?: 'text' | 'email' | 'tel' | 'url' | 'password' | 'search' | 'number' | 'date' | 'time' | 'datetime-local' | undefined;
  readonly inputMode?: 'text' | 'email' | 'tel' | 'url' | 'numeric' | 'search' | undefined;
  /** Minimum value; an empty string means no limit. */
  readonly min?: string | undefined;
  readonly max?: string | undefined;
  readonly list?: string | undefined;
  /** Content at the end of the control, for example a button that shows the password. */
  readonly end?: ReactNode;
}

export const TextField = (props: TextFieldProps) => {
  const id = props.id ?? fieldId(props.name);
  const control = (
    <input
      {...getTextProps(id, props)}
      type={props.type ?? 'text'}
      className={classNames(styles.control, props.end !== undefined && styles.withEnd)}
      inputMode={props.inputMode}
      min={props.min || undefined}
      max={props.max || undefined}
      list={props.list}
    />
  );
  return (
    <TextFrame id={id} field={props}>
      {props.end === undefined ? (
        control
      ) : (
        <div className={styles.box}>
          {control}
          <div className={styles.end}>{props.end}</div>
        </div>
      )}
    </TextFrame>
  );
};

interface TextAreaFieldProps extends TextProps<HTMLTextAreaElement> {
  readonly rows?: number | undefined;
}

export const TextAreaField = (props: TextAreaFieldProps) => {
  const id = props.id ?? fieldId(props.name);
  return (
    <TextFrame id={id} field={props}>
      <textarea {...getTextProps(id, props)} rows={props.rows} className={classNames(styles.control, styles.area)} />
    </TextFrame>
  );
};

interface SelectOption {
  readonly value: string;
  readonly label: string;
}

interface SelectFieldProps extends FieldProps<HTMLSelectElement> {
  readonly options: readonly SelectOption[];
  /** Label of the first option, which has an empty value. */
  readonly emptyLabel?: string | undefined;
  readonly value?: string | undefined;
  readonly defaultValue?: string | undefined;
  readonly onChange?: ((event: ChangeEvent<HTMLSelectElement>) => void) | undefined;
  readonly autoComplete?: HTMLInputAutoCompleteAttribute | undefined;
}

export const SelectField = (props: SelectFieldProps) => {
  const id = props.id ?? fieldId(props.name);
  return (
    <FieldFrame id={id} label={props.label} hint={props.hint} error={props.error} optional={props.optional}>
      <select
        {...getControlProps(id, props)}
        className={classNames(styles.control, styles.select)}
        value={props.value}
        defaultValue={props.defaultValue}
        onChange={props.onChange}
        autoComplete={props.autoComplete}
      >
        {props.emptyLabel !== undefined && <option value="">{props.emptyLabel}</option>}
        {props.options.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
    </FieldFrame>
  );
};

interface CheckboxFieldProps extends FieldProps<HTMLInputElement> {
  readonly checked?: boolean | undefined;
  readonly defaultChecked?: boolean | undefined;
  readonly value?: string | undefined;
  readonly onChange?: ((event: ChangeEvent<HTMLInputElement>) => void) | undefined;
}

export const CheckboxField = (props: CheckboxFieldProps) => {
  const id = props.id ?? fieldId(props.name);
  return (
    <div className={styles.field}>
      {props.error !== undefined && <FieldError id={`${id}-error`}>{props.error}</FieldError>}
      <label className={styles.check} htmlFor={id}>
        <Checkbox {...getControlProps(id, props)} value={props.value} checked={props.checked} defaultChecked={props.defaultChecked} onChange={props.onChange} />
        <span>
          {props.label}
          {props.optional === true && <span className={styles.optional}> (optional)</span>}
        </span>
      </label>
      {props.hint !== undefined && (
        <p id={`${id}-hint`} className={styles.hint}>
          {props.hint}
        </p>
      )}
    </div>
  );
};
