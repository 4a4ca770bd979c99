import type { LibraryImage } from '@site/shared/contracts/media';
import { uploadTextImage } from '@site/shared/contracts/writing';
import type { FieldErrors } from '@site/shared/domain/content-kind';
import { toLagosDay } from '@site/shared/domain/dates';
import { readEmbed } from '@site/shared/domain/embed';
import { checkPhotoConsent, NO_CONSENT, type PhotoConsent } from '@site/shared/domain/photo-consent';
import { countCharacters } from '@site/shared/domain/text-length';
import type { HttpClient } from '@site/shared/remote/host-services';
import { Button, ButtonRow } from '@site/shared/ui/button';
import { CheckboxField, describedBy, FieldFrame, fieldId, TextField } from '@site/shared/ui/field';
import { type ReactNode, useRef, useState } from 'react';
import { getApiErrorMessage } from '../forms/api-error-message.ts';
import fileStyles from '../forms/file-input.module.css';
import { FormError } from '../forms/form-error.tsx';
import { checkImage, IMAGE_ACCEPT, IMAGE_HINT, prepareImage } from '../forms/image-file.ts';
import { PhotoConsentFields } from '../forms/photo-consent-fields.tsx';
import { StaffDialog } from '../forms/staff-dialog.tsx';
import { ChooseImageButton } from '../media/choose-image.tsx';
import { getLibraryImageName } from '../media/library-image.ts';
import { readLinkAddress } from './link-address.ts';

/** Buttons of a dialog, including "Cancel". */
const DialogActions = ({ onClose, children }: { readonly onClose: () => void; readonly children: ReactNode }) => (
  <ButtonRow>
    {children}
    <Button variant="quiet" onClick={onClose}>
      Cancel
    </Button>
  </ButtonRow>
);

interface LinkDialogProps {
  /** Current URL; '' for a new link. */
  readonly href: string;
  /** Whether the dialog must ask for the link text, because no text is selected. */
  readonly needsText: boolean;
  readonly onLink: (href: string, text: string) => void;
  readonly onRemove: () => void;
  readonly onClose: () => void;
}

export const LinkDialog = ({ href, needsText, onLink, onRemove, onClose }: LinkDialogProps) => {
  const [address, setAddress] = useState(href);
  const [text, setText] = useState('');
  const [error, setError] = useState<string>();
  const sendButton = useRef<HTMLButtonElement>(null);

  const send = () => {
    const read = readLinkAddress(address);
    if (read.ok) onLink(read.value, text.trim() || address.trim());
    else setError(read.error);
  };

  return (
    <StaffDialog title={href === '' ? 'Add a link' : 'Change the link'} enterButton={sendButton} onClose={onClose}>
      <TextField
        label="Link URL"
        name="linkAddress"
        inputMode="url"
        autoComplete="off"
        hint="A URL, a page of this site such as /volunteer, or an email address"
        value={address}
        error={error}
        onChange={({ target }) => {
          setAddress(target.value);
          setError(undefined);
        }}
      />
      {needsText && <TextField label="Link text" name="linkText" optional value={text} onChange={({ target }) => setText(target.value)} />}
      <DialogActions onClose={onClose}>
        <Button ref={sendButton} onClick={send}>
          {href === '' ? 'Add link' : 'Change link'}
        </Button>
        {href !== '' && (
          <Button variant="secondary" onClick={onRemove}>
            Remove link
          </Button>
        )}
      </DialogActions>
    </StaffDialog>
  );
};

const NAME_LIMIT = 140;
const ALT_LIMIT = 300;

/** Returns an error if a text is too long. No schema checks these texts. */
const checkLength = (text: string, limit: number): string | undefined =>
  countCharacters(text.trim()) > limit ? `Use ${limit} characters or fewer` : undefined;

interface CaptionDialogProps {
  readonly caption: string;
  readonly onCaption: (caption: string) => void;
  readonly onClose: () => void;
}

/** Edits the caption of a table. */
export const CaptionDialog = ({ caption, onCaption, onClose }: CaptionDialogProps) => {
  const [text, setText] = useState(caption);
  const sendButton = useRef<HTMLButtonElement>(null);
  const problem = checkLength(text, NAME_LIMIT);
  const send = () => {
    if (problem === undefined) onCaption(text.trim());
  };
  return (
    <StaffDialog title="Table caption" enterButton={sendButton} onClose={onClose}>
      <TextField
        label="Caption"
        name="tableCaption"
        optional
        maxLength={NAME_LIMIT}
        hint="Describe what the table shows"
        value={text}
        error={problem}
        onChange={({ target }) => setText(target.value)}
      />
      <DialogActions onClose={onClose}>
        <Button ref={sendButton} onClick={send}>
          Set caption
        </Button>
      </DialogActions>
    </StaffDialog>
  );
};

interface EmbedDialogProps {
  /** The selected embed; null for a new embed. */
  readonly current: { readonly src: string; readonly title: string } | null;
  readonly onEmbed: (embed: { readonly src: string; readonly title: string }) => void;
  readonly onClose: () => void;
}

/** Adds a video or recording from one of the allowed sites. Visitors see its title until they click to load it. */
export const EmbedDialog = ({ current, onEmbed, onClose }: EmbedDialogProps) => {
  const [address, setAddress] = useState(current?.src ?? '');
  const [title, setTitle] = useState(current?.title ?? '');
  const [isValidated, setIsValidated] = useState(false);
  const sendButton = useRef<HTMLButtonElement>(null);
  const embed = readEmbed(address.trim());
  const titleError = title.trim() === '' ? 'Enter a title' : checkLength(title, NAME_LIMIT);

  const send = () => {
    setIsValidated(true);
    if (embed !== undefined && titleError === undefined) onEmbed({ src: embed.src, title: title.trim() });
  };
  return (
    <StaffDialog title={current === null ? 'Add a video or recording' : 'Change the video or recording'} enterButton={sendButton} onClose={onClose}>
      <TextField
        label="Video URL"
        name="embedAddress"
        inputMode="url"
        autoComplete="off"
        hint="A YouTube, Vimeo or Spotify page, or a SoundCloud player"
        value={address}
        error={isValidated && embed === undefined ? 'Enter the URL of a video on YouTube or Vimeo, or a recording on Spotify or SoundCloud' : undefined}
        onChange={({ target }) => setAddress(target.value)}
      />
      <TextField
        label="Title"
        name="embedTitle"
        maxLength={NAME_LIMIT}
        hint="Visitors see this before they press play"
        value={title}
        error={isValidated ? titleError : undefined}
        onChange={({ target }) => setTitle(target.value)}
      />
      <DialogActions onClose={onClose}>
        <Button ref={sendButton} onClick={send}>
          {current === null ? 'Add video' : 'Change video'}
        </Button>
      </DialogActions>
    </StaffDialog>
  );
};

export interface TextImage {
  readonly src: string;
  readonly alt: string;
  /** Set for a decorative image, which has no alt text. */
  readonly role: 'presentation' | null;
  readonly width: number | null;
  readonly height: number | null;
}

interface ImageDialogProps {
  readonly http: HttpClient;
  /** The selected image; null for a new image. */
  readonly current: TextImage | null;
  /** A dropped or pasted file. */
  readonly droppedFile: File | null;
  /** Number of images still to be added after this one. */
  readonly remaining?: number;
  readonly onImage: (image: TextImage) => void;
  readonly onClose: () => void;
}

const FILE_FIELD_NAME = 'textImage';
/** Preview size in pixels, as small as possible, because the dialog shows no preview. */
const MAX_PREVIEW_SIDE_PX = 1;

/** Adds or edits an image in the text. Alt text is required here unless the user marks the image as decorative. */
export const ImageDialog = ({ http, current, droppedFile, remaining = 0, onImage, onClose }: ImageDialogProps) => {
  const [file, setFile] = useState(droppedFile);
  const [alt, setAlt] = useState(current?.alt ?? '');
  const [fileError, setFileError] = useState(droppedFile === null ? undefined : checkImage(droppedFile));
  const [isDecorative, setDecorative] = useState(current?.role === 'presentation');
  const [altError, setAltError] = useState<string>();
  const [message, setMessage] = useState('');
  const [isSending, setIsSending] = useState(false);
  const [consent, setConsent] = useState<PhotoConsent>(NO_CONSENT);
  const [consentErrors, setConsentErrors] = useState<FieldErrors>({});
  const [chosen, setChosen] = useState<LibraryImage | null>(null);
  const sendButton = useRef<HTMLButtonElement>(null);
  const id = fieldId(FILE_FIELD_NAME);

  const send = async (): Promise<void> => {
    const fileError = file === null ? (current === null && chosen === null ? 'Choose a photo' : undefined) : checkImage(file);
    const description = { alt: isDecorative ? '' : alt.trim(), role: isDecorative ? ('presentation' as const) : null };
    const altError = description.alt === '' && !isDecorative ? 'Add alt text, or mark the photo as decorative' : checkLength(description.alt, ALT_LIMIT);
    setFileError(fileError);
    setAltError(altError);
    setMessage('');
    const missing = file === null ? {} : checkPhotoConsent(consent, toLagosDay(new Date()));
    setConsentErrors(missing);
    if (fileError !== undefined || altError !== undefined || Object.keys(missing).length > 0) return;
    if (file === null) {
      if (chosen !== null) onImage({ src: chosen.address, width: chosen.width, height: chosen.height, ...description });
      else if (current !== null) onImage({ ...current, ...description });
      return;
    }

    setIsSending(true);
    const prepared = await prepareImage(file, MAX_PREVIEW_SIDE_PX);
    if (!prepared.ok) {
      setIsSending(false);
      setFileError(prepared.error.message);
      return;
    }
    const body = new FormData();
    body.set('showsMinors', String(consent.showsMinors === true));
    body.set('consentBy', consent.consentBy);
    body.set('consentOn', consent.consentOn);
    body.set('alt', description.alt);
    body.set('decorative', String(isDecorative));
    body.set('image', prepared.value.file);
    const response = await http.call(uploadTextImage, { body });
    setIsSending(false);
    if (response.ok) onImage({ src: response.value.url, width: response.value.width, height: response.value.height, ...description });
    else if (response.error.errors?.image !== undefined) setFileError(response.error.errors.image);
    else setMessage(getApiErrorMessage(response.error));
  };

  return (
    <StaffDialog
      title={current !== null ? 'Change the photo' : remaining === 0 ? 'Add a photo' : `Add a photo (${remaining} more to come)`}
      enterButton={sendButton}
      onClose={onClose}
    >
      <FormError>{message}</FormError>
      {!isDecorative && (
        <TextField
          label="Alt text"
          name="textImageAlt"
          maxLength={ALT_LIMIT}
          hint="Describe the photo for people who cannot see it"
          value={alt}
          error={altError}
          onChange={({ target }) => {
            setAlt(target.value);
            setAltError(undefined);
          }}
        />
      )}
      <CheckboxField
        label="Decorative: adds no information"
        name="textImageDecorative"
        checked={isDecorative}
        onChange={({ target }) => {
          setDecorative(target.checked);
          setAltError(undefined);
        }}
      />
      <FieldFrame
        id={id}
        label="Photo file"
        hint={droppedFile === null ? IMAGE_HINT : `${droppedFile.name}. ${IMAGE_HINT}`}
        error={fileError}
        optional={current !== null}
      >
        <input
          id={id}
          name={FILE_FIELD_NAME}
          type="file"
          accept={IMAGE_ACCEPT}
          className={fileStyles.file}
          aria-invalid={fileError === undefined ? undefined : true}
          aria-describedby={describedBy(id, IMAGE_HINT, fileError)}
          onChange={({ target }) => {
            const selected = target.files?.[0] ?? null;
            setFile(selected);
            setFileError(selected === null ? undefined : checkImage(selected));
            if (selected !== null) setChosen(null);
          }}
        />
      </FieldFrame>
      <ChooseImageButton
        http={http}
        onChoose={(image) => {
          setChosen(image);
          setFile(null);
          setFileError(undefined);
          setAlt(image.alt);
          setAltError(undefined);
          setDecorative(image.decorative);
        }}
      />
      {chosen !== null && <p role="status">Chosen: {getLibraryImageName(chosen)}</p>}
      {file !== null && <PhotoConsentFields scope="text-image-" value={consent} errors={consentErrors} onChange={setConsent} />}
      <DialogActions onClose={onClose}>
        <Button ref={sendButton} busy={isSending} busyLabel="Sending…" onClick={() => void send()}>
          {current === null ? 'Add photo' : 'Change photo'}
        </Button>
      </DialogActions>
    </StaffDialog>
  );
};
