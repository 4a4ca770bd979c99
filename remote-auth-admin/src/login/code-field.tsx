import { TextField } from '@site/shared/ui/field';
import { useEffect, useRef } from 'react';

interface CodeFieldProps {
  readonly id?: string;
  readonly error: string | undefined;
}

/** Field for a second-factor code. Shown after the provider has asked for the code. */
export const CodeField = ({ id, error }: CodeFieldProps) => {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  return (
    <TextField
      ref={field}
      id={id}
      label="Code"
      name="code"
      autoComplete="one-time-code"
      spellCheck={false}
      maxLength={40}
      hint="Six digits from your authenticator app, or a recovery code"
      error={error}
    />
  );
};
