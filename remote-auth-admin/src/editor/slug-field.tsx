import { suggestSlug } from '@site/shared/contracts/writing';
import { KINDS, type SlugKind } from '@site/shared/domain/kinds';
import { cutText } from '@site/shared/domain/text-length';
import type { HostServices } from '@site/shared/remote/host-services';
import { Button } from '@site/shared/ui/button';
import { fieldId, TextField } from '@site/shared/ui/field';
import { useEffect, useEffectEvent, useState } from 'react';
import styles from './slug-field.module.css';

const PAUSE_MS = 350;

interface SlugFieldProps {
  readonly services: Pick<HostServices, 'http' | 'site'>;
  readonly kind: SlugKind;
  readonly title: string;
  readonly label: string;
  readonly name: string;
  readonly value: string;
  readonly error: string | undefined;
  /** Id of the document; '' for a new one. */
  readonly documentId: string;
  /** Whether the document is public. The slug is then locked until the user unlocks it, because existing links may use it. */
  readonly isFrozen: boolean;
  readonly onChange: (slug: string) => void;
}

/** Whether the slug was derived from this title, possibly with a number added because the plain slug was taken. */
const isDerivedFrom = (slug: string, base: string): boolean => slug === base || (slug.startsWith(`${base}-`) && /^\d+$/.test(slug.slice(base.length + 1)));

/**
 * Field for the document's slug, which follows the title until the document is public or the slug has been edited. The provider folds diacritics and knows
 * which slugs are taken.
 */
export const SlugField = ({ services: { http, site }, kind, title, label, name, value, error, documentId, isFrozen, onChange }: SlugFieldProps) => {
  const [isOpen, setIsOpen] = useState(!isFrozen);
  const [isEdited, setIsEdited] = useState<boolean | null>(value === '' ? false : null);
  const [note, setNote] = useState('');
  const followsTitle = !isFrozen && isEdited !== true;
  const requested = followsTitle ? title : value;

  const reportSlug = useEffectEvent(onChange);

  useEffect(() => {
    if (!isOpen || requested.trim() === '') return setNote('');
    const controller = new AbortController();
    const timer = setTimeout(async () => {
      const query = { type: KINDS[kind].path, text: cutText(requested, 300), ...(documentId === '' ? {} : { except: documentId }) };
      const response = await http.call(suggestSlug, { query, signal: controller.signal, silent: true });
      if (!response.ok || controller.signal.aborted) return;
      const { slug, isFree, suggestion } = response.value;
      if (followsTitle) {
        // The first response shows whether a stored slug was edited.
        const wasEdited = isEdited === null && !isDerivedFrom(value, slug);
        setIsEdited(wasEdited);
        if (!wasEdited && value !== suggestion && !(isEdited === null && isDerivedFrom(value, slug))) reportSlug(suggestion);
      } else setNote(isFree ? '' : `This URL is already in use; “${suggestion}” is available.`);
    }, PAUSE_MS);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [http, kind, requested, documentId, followsTitle, isEdited, isOpen, value]);
  const open = () => {
    setIsOpen(true);
    // The button disappears, so move focus to the field.
    document.getElementById(fieldId(name))?.focus();
  };

  return (
    <div className={styles.field}>
      <TextField
        label={label}
        name={name}
        maxLength={80}
        spellCheck={false}
        autoComplete="off"
        value={value}
        readOnly={!isOpen}
        error={error ?? (note || undefined)}
        onChange={({ target }) => {
          setIsEdited(target.value !== '');
          onChange(target.value);
        }}
      />
      <p className={styles.address}>{`${site.siteUrl}${KINDS[kind].page}${value}`}</p>
      {isFrozen && !isOpen && (
        <Button variant="quiet" size="small" onClick={open}>
          Change the URL
        </Button>
      )}
      {isFrozen && isOpen && <p className={styles.note}>The old URL will redirect here.</p>}
    </div>
  );
};
