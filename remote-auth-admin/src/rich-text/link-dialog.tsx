import { Button, ButtonRow } from '@site/shared/ui/button';
import { TextField } from '@site/shared/ui/field';
import { useState } from 'react';
import { StaffDialog } from '../forms/staff-dialog.tsx';
import { readLinkAddress } from './link-address.ts';

export interface LinkDialogProps {
  /** The address that stands there; '' for a new link. */
  readonly href: string;
  /** Nothing is selected: the link brings its own words. */
  readonly needsWords: boolean;
  readonly onLink: (href: string, words: string) => void;
  readonly onRemove: () => void;
  readonly onClose: () => void;
}

export const LinkDialog = ({ href, needsWords, onLink, onRemove, onClose }: LinkDialogProps) => {
  const [address, setAddress] = useState(href);
  const [words, setWords] = useState('');
  const [error, setError] = useState<string>();

  const send = () => {
    const read = readLinkAddress(address);
    if (read.ok) onLink(read.value, words.trim() || address.trim());
    else setError(read.error);
  };

  return (
    <StaffDialog title={href === '' ? 'Add a link' : 'Change the link'} onEnter={send} onClose={onClose}>
      <TextField
        label="Link address"
        name="linkAddress"
        inputMode="url"
        autoComplete="off"
        hint="A web address, a page of this site like /volunteer, or an e-mail address"
        value={address}
        error={error}
        onChange={({ target }) => setAddress(target.value)}
      />
      {needsWords && <TextField label="Words to show" name="linkWords" optional value={words} onChange={({ target }) => setWords(target.value)} />}
      <ButtonRow>
        <Button onClick={send}>{href === '' ? 'Add link' : 'Change link'}</Button>
        {href !== '' && (
          <Button variant="secondary" onClick={onRemove}>
            Remove link
          </Button>
        )}
        <Button variant="quiet" onClick={onClose}>
          Cancel
        </Button>
      </ButtonRow>
    </StaffDialog>
  );
};
