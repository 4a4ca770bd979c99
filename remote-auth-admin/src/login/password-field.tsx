import { IconButton } from '@site/shared/ui/button';
import { TextField } from '@site/shared/ui/field';
import { eyeIcon, eyeOffIcon } from '@site/shared/ui/icon-shapes';
import { type Ref, useState } from 'react';

interface PasswordFieldProps {
  readonly label: string;
  readonly name: string;
  readonly id?: string;
  readonly autoComplete: 'current-password' | 'new-password';
  readonly error: string | undefined;
  readonly hint?: string;
  readonly ref?: Ref<HTMLInputElement>;
}

/** Password field with a button that shows the typed text. */
export const PasswordField = ({ label, name, id, autoComplete, error, hint, ref }: PasswordFieldProps) => {
  const [isShown, setIsShown] = useState(false);
  return (
    <TextField
      ref={ref}
      label={label}
      name={name}
      id={id}
      type={isShown ? 'text' : 'password'}
      autoComplete={autoComplete}
      spellCheck={false}
      hint={hint}
      error={error}
      // Not "Show password", so that a search for "Password" finds only the field.
      end={
        <IconButton
          icon={isShown ? eyeOffIcon : eyeIcon}
          look="bare"
          label={isShown ? 'Hide typed text' : 'Show typed text'}
          onClick={() => setIsShown(!isShown)}
        />
      }
    />
  );
};
