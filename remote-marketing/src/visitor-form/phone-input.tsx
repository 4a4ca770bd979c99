import { readPhone } from '@site/shared/domain/phone-number';
import { DEFAULT_PHONE_COUNTRY, PHONE_INPUT_LIMIT_CHARACTERS } from '@site/shared/domain/phone-settings';
import { Icon } from '@site/shared/ui/icon';
import { downIcon } from '@site/shared/ui/icon-shapes';
import { type ChangeEvent, useState } from 'react';
import PhoneNumberInput from 'react-phone-number-input';
import styles from './phone-input.module.css';

interface CountryOption {
  readonly value?: string;
  readonly label: string;
  readonly divider?: boolean;
}

interface CountrySelectProps {
  readonly value?: string;
  readonly options: readonly CountryOption[];
  readonly onChange: (country: string | undefined) => void;
}

/** The country code under an invisible native select. There are no flags, because that would mean loading 200 images from another server. */
const CountrySelect = ({ value, options, onChange }: CountrySelectProps) => (
  <span className={styles.country}>
    <span aria-hidden="true">{value ?? '+'}</span>
    <Icon shape={downIcon} />
    <select
      className={styles.select}
      aria-label="Country"
      value={value ?? ''}
      onChange={(event: ChangeEvent<HTMLSelectElement>) => onChange(event.currentTarget.value || undefined)}
    >
      {options
        .filter(({ divider }) => !divider)
        .map((option) => (
          <option key={option.value ?? ''} value={option.value ?? ''}>
            {option.label}
          </option>
        ))}
    </select>
  </span>
);

export interface PhoneInputProps {
  readonly id: string;
  readonly name: string;
  readonly initialText: string;
  readonly isInvalid: boolean;
  readonly describedBy: string | undefined;
  readonly onBlur: () => void;
}

/** The international input (VOL-06). A hidden field contains the number to submit; the visible field is formatted. */
export const PhoneInput = ({ id, name, initialText, isInvalid, describedBy, onBlur }: PhoneInputProps) => {
  const [value, setValue] = useState<string | undefined>(() => {
    const reading = readPhone(initialText);
    return reading.ok && reading.number !== '' ? reading.number : undefined;
  });
  return (
    <>
      <PhoneNumberInput
        id={id}
        className={`${styles.phone} ${isInvalid ? styles.bad : ''}`}
        value={value ?? ''}
        onChange={setValue}
        onBlur={onBlur}
        defaultCountry={DEFAULT_PHONE_COUNTRY}
        initialValueFormat="national"
        // Arrow keys select countries, so the focus must stay in the select.
        focusInputOnCountrySelection={false}
        countrySelectComponent={CountrySelect}
        autoComplete="tel"
        maxLength={PHONE_INPUT_LIMIT_CHARACTERS}
        aria-invalid={isInvalid || undefined}
        aria-describedby={describedBy}
      />
      <input type="hidden" name={name} value={value ?? ''} />
    </>
  );
};
