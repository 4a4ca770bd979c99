import { imageUrl } from '@site/shared/domain/image-url';
import { Button } from '@site/shared/ui/button';
import { ContentImage } from '@site/shared/ui/content-image';
import { describedBy, FieldFrame, fieldId, TextField } from '@site/shared/ui/field';
import { trashIcon, undoIcon } from '@site/shared/ui/icon-shapes';
import { useEffect, useRef, useState } from 'react';
import { checkPicture, PICTURE_ACCEPT, PICTURE_HINT, UNREADABLE } from '../uploads/picture-check.ts';
import { readPreview } from '../uploads/picture-preview.ts';
import type { FocalPoint } from './focal-point.ts';
import { FocalPointField } from './focal-point-field.tsx';
import styles from './picture-field.module.css';

const HINT = `${PICTURE_HINT}. Choose it, drop it here or paste it.`;
/** Wide enough for the column that the field stands in. */
const PREVIEW_SIDE = 640;

export interface PictureFieldProps {
  readonly label: string;
  /** Name of the file in the form: "featuredImage" brings the fields "featuredImageAlt", "removeFeaturedImage", "focalX" and "focalY" with it. */
  readonly name: string;
  /** Where the alt text has another name. */
  readonly altName?: string | undefined;
  /** '' when there is no picture yet. */
  readonly src: string;
  readonly alt: string;
  readonly focal?: FocalPoint | null | undefined;
  /** Whether there may be no picture at all; else it can be replaced only. */
  readonly removable?: boolean | undefined;
  readonly error: string | undefined;
  readonly altError: string | undefined;
  /** A file that was dropped elsewhere and is meant for this field. */
  readonly dropped?: File | undefined;
  /** Something changed of which no native field tells the form: the focal point, or a removal. */
  readonly onChange?: (() => void) | undefined;
}

const putInto = (input: HTMLInputElement, file: File): void => {
  const transfer = new DataTransfer();
  transfer.items.add(file);
  input.files = transfer.files;
  input.dispatchEvent(new Event('change', { bubbles: true }));
};

const removalName = (name: string): string => `remove${name.charAt(0).toUpperCase()}${name.slice(1)}`;

/**
 * A picture, what it shows, and what of it must stay in sight. A newly chosen one is judged and shown before it is sent. The form holds native
 * fields alone; `key` it by the stored version, so that what was sent is no longer a choice.
 */
export const PictureField = (props: PictureFieldProps) => {
  const { label, name, altName = `${name}Alt`, src, alt, focal: storedFocal = null, removable = true, dropped, altError, onChange } = props;
  const id = fieldId(name);
  const input = useRef<HTMLInputElement>(null);
  // '' while the stored picture, or none, is meant.
  const [chosen, setChosen] = useState('');
  const [refusal, setRefusal] = useState<string>();
  const [brokenSrc, setBrokenSrc] = useState<string>();
  const [isRemoved, setIsRemoved] = useState(false);
  const [altText, setAltText] = useState(alt);
  const [focal, setFocal] = useState(storedFocal);

  const shownSrc = chosen !== '' ? chosen : isRemoved || src === '' ? '' : imageUrl(src, { width: PREVIEW_SIDE });
  const error = refusal ?? props.error;

  /** What is stored is meant again. */
  const forget = (because?: string) => {
    if (input.current !== null) input.current.value = '';
    setRefusal(because);
    setChosen('');
    setFocal(storedFocal);
    setAltText((text) => (text === '' ? alt : text));
  };

  const choose = async (file: File | undefined): Promise<void> => {
    const wrong = file === undefined ? undefined : checkPicture(file);
    if (file === undefined || wrong !== undefined) return forget(wrong);
    const preview = await readPreview(file, PREVIEW_SIDE);
    if (input.current?.files?.[0] !== file) return;
    if (!preview.ok) return forget(preview.error);
    setRefusal(undefined);
    setIsRemoved(false);
    setChosen(preview.value);
    setFocal(null);
    // Another picture shows something else: its words are asked for again.
    if (src !== '') setAltText((text) => (text === alt ? '' : text));
  };

  /** Dropped and pasted files go through the native field too: the form sends what stands there. */
  const take = (event: { preventDefault(): void }, [file]: FileList): void => {
    if (file === undefined || input.current === null) return;
    event.preventDefault();
    putInto(input.current, file);
  };

  useEffect(() => {
    if (dropped !== undefined && input.current !== null) putInto(input.current, dropped);
  }, [dropped]);

  const remove = () => {
    if (chosen !== '') forget();
    else setIsRemoved(true);
    onChange?.();
    input.current?.focus();
  };

  return (
    <fieldset
      className={styles.field}
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => take(event, event.dataTransfer.files)}
      onPaste={(event) => take(event, event.clipboardData.files)}
    >
      {shownSrc !== '' && shownSrc !== brokenSrc && (
        <FocalPointField
          key={shownSrc}
          src={shownSrc}
          alt={chosen === '' ? alt : ''}
          focal={focal}
          onFocal={(next) => {
            setFocal(next);
            onChange?.();
          }}
          onFail={() => (chosen === '' ? setBrokenSrc(shownSrc) : forget(UNREADABLE))}
        />
      )}
      {shownSrc !== '' && shownSrc === brokenSrc && <ContentImage src="" alt={alt} width={640} height={360} className={styles.fallback} />}
      <FieldFrame id={id} label={label} hint={HINT} error={error} optional={removable}>
        <input
          ref={input}
          id={id}
          name={name}
          type="file"
          accept={PICTURE_ACCEPT}
          className={styles.file}
          aria-invalid={error === undefined ? undefined : true}
          aria-describedby={describedBy(id, HINT, error)}
          onChange={({ target }) => void choose(target.files?.[0])}
        />
      </FieldFrame>
      {(chosen !== '' || (removable && src !== '' && !isRemoved)) && (
        <Button variant="quiet" size="small" icon={chosen === '' ? trashIcon : undoIcon} className={styles.remove} onClick={remove}>
          {chosen === '' ? 'Remove picture' : 'Do not use this picture'}
        </Button>
      )}
      {isRemoved && (
        <p className={styles.removed}>
          The picture goes when you save.
          <Button variant="quiet" size="small" icon={undoIcon} onClick={() => setIsRemoved(false)}>
            Keep it
          </Button>
        </p>
      )}
      <TextField
        label="Alt text"
        name={altName}
        maxLength={300}
        value={altText}
        hint="What the picture shows, for people who cannot see it"
        error={altError}
        onChange={({ target }) => setAltText(target.value)}
      />
      {isRemoved && <input type="hidden" name={removalName(name)} value="true" />}
      {focal !== null && (
        <>
          <input type="hidden" name="focalX" value={focal.x} />
          <input type="hidden" name="focalY" value={focal.y} />
        </>
      )}
    </fieldset>
  );
};
