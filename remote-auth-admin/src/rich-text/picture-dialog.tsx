import { uploadTextImage } from '@site/shared/contracts/writing';
import type { HttpClient } from '@site/shared/remote/host-services';
import { Button, ButtonRow } from '@site/shared/ui/button';
import { describedBy, FieldFrame, fieldId, TextField } from '@site/shared/ui/field';
import { useState } from 'react';
import { failureWords } from '../forms/failure-words.ts';
import { FormRefusal } from '../forms/form-refusal.tsx';
import { StaffDialog } from '../forms/staff-dialog.tsx';
import { checkImage, IMAGE_ACCEPT, IMAGE_HINT } from '../uploads/image-check.ts';

export interface TextPicture {
  readonly src: string;
  readonly alt: string;
  readonly width: number | null;
  readonly height: number | null;
}

export interface PictureDialogProps {
  readonly http: HttpClient;
  /** The picture that is selected in the text; null for a new one. */
  readonly current: TextPicture | null;
  /** A file that was dropped or pasted. */
  readonly given: File | null;
  readonly onPicture: (picture: TextPicture) => void;
  readonly onClose: () => void;
}

const FILE_NAME = 'textPicture';

/** A picture within the text. No alt text, no picture: it is asked for here, where somebody looks at it. */
export const PictureDialog = ({ http, current, given, onPicture, onClose }: PictureDialogProps) => {
  const [file, setFile] = useState(given);
  const [alt, setAlt] = useState(current?.alt ?? '');
  const [fileError, setFileError] = useState(given === null ? undefined : checkImage(given));
  const [altError, setAltError] = useState<string>();
  const [refusal, setRefusal] = useState('');
  const [isSending, setIsSending] = useState(false);
  const id = fieldId(FILE_NAME);

  const send = async (): Promise<void> => {
    const wrongFile = file === null ? (current === null ? 'Choose a picture' : undefined) : checkImage(file);
    const wrongAlt = alt.trim() === '' ? 'Say what the picture shows' : undefined;
    setFileError(wrongFile);
    setAltError(wrongAlt);
    setRefusal('');
    if (wrongFile !== undefined || wrongAlt !== undefined) return;
    if (file === null) {
      if (current !== null) onPicture({ ...current, alt: alt.trim() });
      return;
    }

    const body = new FormData();
    body.set('image', file);
    setIsSending(true);
    const answer = await http.call(uploadTextImage, { body });
    setIsSending(false);
    if (answer.ok) onPicture({ src: answer.value.url, width: answer.value.width, height: answer.value.height, alt: alt.trim() });
    else if (answer.error.errors?.image !== undefined) setFileError(answer.error.errors.image);
    else setRefusal(failureWords(answer.error));
  };

  return (
    <StaffDialog title={current === null ? 'Add a picture' : 'Change the picture'} onEnter={() => void send()} onClose={onClose}>
      <FormRefusal>{refusal}</FormRefusal>
      <FieldFrame
        id={id}
        label="Picture file"
        hint={given === null ? IMAGE_HINT : `${given.name}. ${IMAGE_HINT}`}
        error={fileError}
        optional={current !== null}
      >
        <input
          id={id}
          name={FILE_NAME}
          type="file"
          accept={IMAGE_ACCEPT}
          aria-invalid={fileError === undefined ? undefined : true}
          aria-describedby={describedBy(id, IMAGE_HINT, fileError)}
          onChange={({ target }) => {
            const chosen = target.files?.[0] ?? null;
            setFile(chosen);
            setFileError(chosen === null ? undefined : checkImage(chosen));
          }}
        />
      </FieldFrame>
      <TextField
        label="Alt text"
        name="textPictureAlt"
        maxLength={300}
        hint="What the picture shows, for people who cannot see it"
        value={alt}
        error={altError}
        onChange={({ target }) => setAlt(target.value)}
      />
      <ButtonRow>
        <Button busy={isSending} busyLabel="Sending…" onClick={() => void send()}>
          {current === null ? 'Add picture' : 'Change picture'}
        </Button>
        <Button variant="quiet" onClick={onClose}>
          Cancel
        </Button>
      </ButtonRow>
    </StaffDialog>
  );
};
