import { suggestSlug } from '@site/shared/contracts/writing';
import type { HostServices } from '@site/shared/remote/host-services';
import { Button } from '@site/shared/ui/button';
import { TextField } from '@site/shared/ui/field';
import { useEffect, useState } from 'react';
import styles from './slug-field.module.css';

const PAUSE_MS = 350;

export interface SlugFieldProps {
  readonly services: Pick<HostServices, 'http' | 'site'>;
  readonly type: 'posts' | 'programs';
  /** What stands before the slug: "/news/". */
  readonly path: string;
  readonly title: string;
  readonly value: string;
  readonly error: string | undefined;
  /** The document's own id, '' for a new one. */
  readonly documentId: string;
  /** Public already: its address is known to others, and stays unless somebody opens it. */
  readonly isFrozen: boolean;
  readonly onSlug: (slug: string) => void;
}

/** An address that came from a title: the same, or counted up because another has it. */
const isMadeFrom = (slug: string, made: string): boolean => slug === made || (slug.startsWith(`${made}-`) && /^\d+$/.test(slug.slice(made.length + 1)));

/** The document's address: follows the title until it is first public or written by hand. The provider folds the letters and knows which are taken. */
export const SlugField = ({ services: { http, site }, type, path, title, value, error, documentId, isFrozen, onSlug }: SlugFieldProps) => {
  const [isOpen, setIsOpen] = useState(!isFrozen);
  const [isOwn, setIsOwn] = useState<boolean | null>(value === '' ? false : null);
  const [note, setNote] = useState('');
  const follows = !isFrozen && isOwn !== true;
  const asked = follows ? title : value;

  useEffect(() => {
    if (!isOpen || asked.trim() === '') return setNote('');
    const given = new AbortController();
    const timer = setTimeout(async () => {
      const query = { type, text: asked.slice(0, 300), ...(documentId === '' ? {} : { except: documentId }) };
      const answer = await http.call(suggestSlug, { query, signal: given.signal, silent: true });
      if (!answer.ok || given.signal.aborted) return;
      const { slug, isFree, suggestion } = answer.value;
      if (follows) {
        // Whether a stored address was written by hand shows at the first answer.
        const isByHand = isOwn === null && !isMadeFrom(value, slug);
        setIsOwn(isByHand);
        if (!isByHand && value !== suggestion && !(isOwn === null && isMadeFrom(value, slug))) onSlug(suggestion);
      } else setNote(isFree ? '' : `Another of these has this address already; “${suggestion}” is free.`);
    }, PAUSE_MS);
    return () => {
      clearTimeout(timer);
      given.abort();
    };
  }, [http, type, asked, documentId, follows, isOwn, isOpen, value, onSlug]);

  return (
    <div className={styles.field}>
      <TextField
        label="Slug"
        name="slug"
        maxLength={80}
        spellCheck={false}
        autoComplete="off"
        value={value}
        readOnly={!isOpen}
        error={error ?? (note || undefined)}
        onChange={({ target }) => {
          setIsOwn(target.value !== '');
          onSlug(target.value);
        }}
      />
      <p className={styles.address}>{`${site.siteUrl}${path}${value}`}</p>
      {isFrozen && !isOpen && (
        <Button variant="quiet" size="small" onClick={() => setIsOpen(true)}>
          Change the address
        </Button>
      )}
      {isFrozen && isOpen && <p className={styles.warning}>Links to the old address will no longer lead here.</p>}
    </div>
  );
};
