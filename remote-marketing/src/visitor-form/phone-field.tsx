import { PHONE_INPUT_LIMIT_CHARACTERS } from '@site/shared/domain/phone-settings';
import { describedBy, FieldFrame, fieldId, TextField } from '@site/shared/ui/field';
import { type ComponentType, useEffect, useRef, useState } from 'react';
import type { PhoneInputProps } from './phone-input.tsx';

const NAME = 'phone';
/** How close to the viewport the field must be before the input is loaded. */
const LOAD_DISTANCE_PX = 400;

interface PhoneFieldProps {
  readonly initialText: string | undefined;
  readonly error: string | undefined;
  readonly optional?: boolean;
  readonly onBlur: () => void;
}

interface UpgradedInput {
  readonly Input: ComponentType<PhoneInputProps>;
  readonly text: string;
}

/** A plain phone field. The international input (48 KB) replaces it when the field is near the viewport and does not have the focus. */
export const PhoneField = ({ initialText, error, optional = false, onBlur }: PhoneFieldProps) => {
  const plain = useRef<HTMLInputElement>(null);
  const [upgrade, setUpgrade] = useState<UpgradedInput | undefined>(undefined);
  const id = fieldId(NAME);

  useEffect(() => {
    const element = plain.current;
    if (!element) return;
    let isUnmounted = false;
    const load = async () => {
      const { PhoneInput } = await import(/* webpackChunkName: "phone-input" */ './phone-input.tsx');
      if (document.activeElement === element) await new Promise((resolve) => element.addEventListener('blur', resolve, { once: true }));
      if (!isUnmounted) setUpgrade({ Input: PhoneInput, text: element.value });
    };
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some((entry) => entry.isIntersecting)) return;
        observer.disconnect();
        load().catch((failure: unknown) => console.error('The phone input could not be loaded', failure));
      },
      { rootMargin: `${LOAD_DISTANCE_PX}px` },
    );
    observer.observe(element);
    return () => {
      isUnmounted = true;
      observer.disconnect();
    };
  }, []);

  if (upgrade === undefined)
    return (
      <TextField
        ref={plain}
        label="Phone"
        name={NAME}
        type="tel"
        autoComplete="tel"
        optional={optional}
        defaultValue={initialText}
        error={error}
        onBlur={onBlur}
        maxLength={PHONE_INPUT_LIMIT_CHARACTERS}
      />
    );
  return (
    <FieldFrame id={id} label="Phone" optional={optional} error={error}>
      <upgrade.Input
        id={id}
        name={NAME}
        initialText={upgrade.text}
        isInvalid={error !== undefined}
        describedBy={describedBy(id, undefined, error)}
        onBlur={onBlur}
      />
    </FieldFrame>
  );
};
