import { describedBy, FieldFrame, fieldId, TextField } from '@site/shared/ui/field';
import { type ComponentType, useEffect, useRef, useState } from 'react';
import type { PhoneInputProps } from './phone-input.tsx';
import { PHONE_INPUT_LIMIT_CHARACTERS } from './volunteer-content.ts';

const NAME = 'phone';
/** How far below the screen the field may be when its input is fetched. */
const NEAR_PX = 400;

interface PhoneFieldProps {
  readonly initialText: string | undefined;
  readonly error: string | undefined;
  readonly onBlur: () => void;
}

interface Upgrade {
  readonly Input: ComponentType<PhoneInputProps>;
  readonly text: string;
}

/** A plain telephone field that becomes the international one when it comes near: 48 KB that nobody waits for. Never while someone types into it. */
export const PhoneField = ({ initialText, error, onBlur }: PhoneFieldProps) => {
  const plain = useRef<HTMLInputElement>(null);
  const [upgrade, setUpgrade] = useState<Upgrade | undefined>(undefined);
  const id = fieldId(NAME);

  useEffect(() => {
    const element = plain.current;
    if (!element) return;
    let isGone = false;
    const load = async () => {
      const { PhoneInput } = await import(/* webpackChunkName: "phone-input" */ './phone-input.tsx');
      if (document.activeElement === element) await new Promise((resolve) => element.addEventListener('blur', resolve, { once: true }));
      if (!isGone) setUpgrade({ Input: PhoneInput, text: element.value });
    };
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some((entry) => entry.isIntersecting)) return;
        observer.disconnect();
        // The plain field works as well; only the reason has to be known.
        load().catch((failure: unknown) => console.error('The phone input could not be loaded', failure));
      },
      { rootMargin: `${NEAR_PX}px` },
    );
    observer.observe(element);
    return () => {
      isGone = true;
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
        optional
        defaultValue={initialText}
        error={error}
        onBlur={onBlur}
        maxLength={PHONE_INPUT_LIMIT_CHARACTERS}
      />
    );
  return (
    <FieldFrame id={id} label="Phone" optional error={error}>
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
