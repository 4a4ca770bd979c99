import { readEmbed } from '@site/shared/domain/embed';
import { Button, ButtonRow } from '@site/shared/ui/button';
import { TextField } from '@site/shared/ui/field';
import { useState } from 'react';
import { StaffDialog } from '../forms/staff-dialog.tsx';

export interface EmbedDialogProps {
  readonly onEmbed: (embed: { readonly src: string; readonly title: string }) => void;
  readonly onClose: () => void;
}

/** A film or a recording of a site on the list. Visitors see its name, and load it by a click. */
export const EmbedDialog = ({ onEmbed, onClose }: EmbedDialogProps) => {
  const [address, setAddress] = useState('');
  const [title, setTitle] = useState('');
  const [isJudged, setIsJudged] = useState(false);
  const embed = readEmbed(address.trim());
  const isNamed = title.trim() !== '';

  const send = () => {
    setIsJudged(true);
    if (embed !== undefined && isNamed) onEmbed({ src: embed.src, title: title.trim() });
  };
  return (
    <StaffDialog title="Add a video or recording" onEnter={send} onClose={onClose}>
      <TextField
        label="Address of the video"
        name="embedAddress"
        inputMode="url"
        autoComplete="off"
        hint="A page of YouTube, Vimeo or Spotify, or a SoundCloud player"
        value={address}
        error={isJudged && embed === undefined ? 'Enter the address of a video on YouTube or Vimeo, or a recording on Spotify or SoundCloud' : undefined}
        onChange={({ target }) => setAddress(target.value)}
      />
      <TextField
        label="What it is"
        name="embedTitle"
        maxLength={140}
        hint="Visitors read this before they play it"
        value={title}
        error={isJudged && !isNamed ? 'Say what it is' : undefined}
        onChange={({ target }) => setTitle(target.value)}
      />
      <ButtonRow>
        <Button onClick={send}>Add video</Button>
        <Button variant="quiet" onClick={onClose}>
          Cancel
        </Button>
      </ButtonRow>
    </StaffDialog>
  );
};
