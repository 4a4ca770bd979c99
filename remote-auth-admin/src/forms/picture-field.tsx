import { TextField } from '@site/shared/ui/field';
import { describedBy, FieldFrame, fieldId } from '@site/shared/ui/field-frame';
import { Picture } from '@site/shared/ui/picture';
import { useState } from 'react';
import styles from './picture-field.module.css';

const HINT = 'JPEG, PNG, WebP or AVIF, 10 MB at most';

export interface PictureFieldProps {
  readonly label: string;
  /** Name of the file in the form; the alt text has the name with "Alt" behind it. */
  readonly name: string;
  readonly src: string;
  readonly alt: string;
  readonly error: string | undefined;
  readonly altError: string | undefined;
}

/** A picture and what it shows. A newly chosen one is shown before it is sent. */
export const PictureField = ({ label, name, src, alt, error, altError }: PictureFieldProps) => {
  const [chosen, setChosen] = useState('');
  const id = fieldId(name);

  const show = (file: File | undefined) => {
    setChosen('');
    if (file === undefined) return;
    const reader = new FileReader();
    // As data, because the page's policy loads no pictures from memory addresses.
    reader.onload = () => setChosen(typeof reader.result === 'string' ? reader.result : '');
    reader.readAsDataURL(file);
  };

  return (
    <div className={styles.field}>
      {chosen === '' && src !== '' && <Picture src={src} alt={alt} width={640} height={360} sizes="320px" className={styles.preview} />}
      {chosen !== '' && <img src={chosen} alt="" width={640} height={360} className={styles.preview} />}
      <FieldFrame id={id} label={label} hint={HINT} error={error} optional>
        <input
          id={id}
          name={name}
          type="file"
          accept="image/jpeg,image/png,image/webp,image/avif"
          className={styles.file}
          aria-invalid={error === undefined ? undefined : true}
          aria-describedby={describedBy(id, HINT, error)}
          onChange={({ target }) => show(target.files?.[0])}
        />
      </FieldFrame>
      <TextField
        label="Alt text"
        name={`${name}Alt`}
        maxLength={300}
        defaultValue={alt}
        hint="What the picture shows, for people who cannot see it"
        error={altError}
      />
    </div>
  );
};
