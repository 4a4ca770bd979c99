import type { LibraryImage } from '@site/shared/contracts/media';
import { imageUrl } from '@site/shared/domain/image-url';
import type { HttpClient } from '@site/shared/remote/host-services';
import { Button } from '@site/shared/ui/button';
import { ContentImage } from '@site/shared/ui/content-image';
import { CheckboxField, describedBy, FieldFrame, fieldId, TextField } from '@site/shared/ui/field';
import { trashIcon, undoIcon } from '@site/shared/ui/icon-shapes';
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import fileStyles from '../forms/file-input.module.css';
import { FocalPointField } from '../forms/focal-point-field.tsx';
import { chooseFile, discardFile, type ImageChoice, type StoredImage } from '../forms/image-choice.ts';
import { checkImage, IMAGE_ACCEPT, IMAGE_HINT, prepareImage, UNREADABLE_MESSAGE } from '../forms/image-file.ts';
import { ChooseImageButton } from './choose-image.tsx';
import styles from './image-field.module.css';

const HINT = `${IMAGE_HINT}. Choose it, drop it here or paste it.`;
/** Width of the field's column in pixels. */
const MAX_PREVIEW_SIDE_PX = 640;

interface ImageFieldProps {
  readonly label: string;
  /** Name of the file input. */
  readonly name: string;
  readonly altName?: string | undefined;
  readonly stored: StoredImage;
  readonly value: ImageChoice;
  readonly onChange: (choice: ImageChoice) => void;
  /** Whether the image is optional. A required image can only be replaced. */
  readonly removable?: boolean | undefined;
  readonly error: string | undefined;
  readonly altError: string | undefined;
  /** A file that was dropped elsewhere on the screen for this field. */
  readonly droppedFile?: File | undefined;
  /** Undefined if library images cannot be chosen here. */
  readonly library?: { readonly http: HttpClient; readonly onChoose: (image: LibraryImage) => void };
}

interface Preview {
  readonly file: File;
  readonly src: string;
}

/**
 * Field for an image, its alt text and its focal point. If there is a stored image, the alt text precedes the file input. A new file is checked and previewed
 * before it is sent.
 */
export const ImageField = (props: ImageFieldProps) => {
  const { label, name, altName = `${name}Alt`, stored, value, onChange, removable = true, droppedFile, altError, library } = props;
  const { file, alt, focal, isRemoved, isDecorative } = value;
  const id = fieldId(name);
  const input = useRef<HTMLInputElement>(null);
  const [rejection, setRejection] = useState<string>();
  const [preview, setPreview] = useState<Preview | null>(null);
  const [brokenSrc, setBrokenSrc] = useState<string>();
  const preparedFile = useRef<File>(null);

  const storedSrc = isRemoved || stored.src === '' ? '' : imageUrl(stored.src, { width: MAX_PREVIEW_SIDE_PX });
  // Keep the initial order, because a field that moves would lose focus and the text being typed.
  const [isDescribedFirst] = useState(storedSrc !== '');
  const shownSrc = file === null ? storedSrc : preview?.file === file ? preview.src : '';
  const error = rejection ?? props.error;

  const discard = (reason?: string): void => {
    setRejection(reason);
    onChange(discardFile(value, stored));
  };
  const choose = (chosen: File | undefined): void => {
    const reason = chosen === undefined ? undefined : checkImage(chosen);
    if (chosen === undefined || reason !== undefined) {
      discard(reason);
      return;
    }
    setRejection(undefined);
    onChange(chooseFile(value, stored, chosen));
  };
  const takeTransferredFile = (event: { preventDefault(): void }, [transferred]: FileList): void => {
    if (transferred === undefined) return;
    event.preventDefault();
    choose(transferred);
  };

  const chooseDroppedFile = useEffectEvent(choose);
  useEffect(() => {
    if (droppedFile !== undefined) chooseDroppedFile(droppedFile);
  }, [droppedFile]);

  const showPreparedImage = useEffectEvent((chosen: File, prepared: Awaited<ReturnType<typeof prepareImage>>): void => {
    if (chosen !== file) return;
    if (!prepared.ok) {
      discard(prepared.error.message);
      return;
    }
    setPreview({ file: prepared.value.file, src: prepared.value.preview });
    if (prepared.value.file !== chosen) onChange({ ...value, file: prepared.value.file });
  });
  useEffect(() => {
    if (file !== null && preparedFile.current !== file)
      void prepareImage(file, MAX_PREVIEW_SIDE_PX).then((prepared) => {
        if (prepared.ok) preparedFile.current = prepared.value.file;
        showPreparedImage(file, prepared);
      });
  }, [file]);

  // React cannot control a file input. Update its native file list, so that the input shows the name of the file to send.
  useLayoutEffect(() => {
    const element = input.current;
    if (element === null || (element.files?.[0] ?? null) === file) return;
    if (file === null) {
      element.value = '';
      return;
    }
    const transfer = new DataTransfer();
    transfer.items.add(file);
    element.files = transfer.files;
  });

  const remove = () => {
    if (file === null) onChange({ ...value, isRemoved: true });
    else discard();
    input.current?.focus();
  };

  const description = (
    <>
      {!isDecorative && (
        <TextField
          label="Alt text"
          name={altName}
          maxLength={300}
          value={alt}
          hint="Describe the photo for people who cannot see it"
          error={altError}
          onChange={({ target }) => onChange({ ...value, alt: target.value })}
        />
      )}
      <CheckboxField
        label="Decorative: adds no information"
        name={`${name}Decorative`}
        value="true"
        checked={isDecorative}
        onChange={({ target }) => onChange({ ...value, isDecorative: target.checked })}
      />
    </>
  );
  return (
    <fieldset
      aria-label={label}
      className={styles.field}
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => takeTransferredFile(event, event.dataTransfer.files)}
      onPaste={(event) => takeTransferredFile(event, event.clipboardData.files)}
    >
      {shownSrc !== '' && shownSrc !== brokenSrc && (
        <FocalPointField
          src={shownSrc}
          alt={file === null ? stored.alt : ''}
          focal={focal}
          onFocalPointChange={(next) => onChange({ ...value, focal: next })}
          onFail={() => (file === null ? setBrokenSrc(shownSrc) : discard(UNREADABLE_MESSAGE))}
        />
      )}
      {shownSrc !== '' && shownSrc === brokenSrc && <ContentImage src="" alt={stored.alt} width={640} height={360} className={styles.fallback} />}
      {isDescribedFirst && description}
      <FieldFrame id={id} label={label} hint={HINT} error={error} optional={removable}>
        <input
          ref={input}
          id={id}
          name={name}
          type="file"
          accept={IMAGE_ACCEPT}
          className={fileStyles.file}
          aria-invalid={error === undefined ? undefined : true}
          aria-describedby={describedBy(id, HINT, error)}
          onChange={({ target }) => choose(target.files?.[0])}
        />
      </FieldFrame>
      {library !== undefined && (
        <ChooseImageButton
          http={library.http}
          onChoose={(image) => {
            setRejection(undefined);
            library.onChoose(image);
          }}
        />
      )}
      {(file !== null || (removable && stored.src !== '' && !isRemoved)) && (
        <Button variant="quiet" size="small" icon={file === null ? trashIcon : undoIcon} className={styles.remove} onClick={remove}>
          {file === null ? 'Remove photo' : 'Do not use this photo'}
        </Button>
      )}
      {isRemoved && (
        <p className={styles.removed}>
          The photo will be removed when you save.
          <Button variant="quiet" size="small" icon={undoIcon} onClick={() => onChange({ ...value, isRemoved: false })}>
            Keep it
          </Button>
        </p>
      )}
      {!isDescribedFirst && description}
    </fieldset>
  );
};
