import type { LibraryImage } from '@site/shared/contracts/media';
import type { HttpClient } from '@site/shared/remote/host-services';
import { Button, ButtonRow } from '@site/shared/ui/button';
import { TextField } from '@site/shared/ui/field';
import { useEffect, useRef, useState } from 'react';
import { getApiErrorMessage } from '../forms/api-error-message.ts';
import { FormError } from '../forms/form-error.tsx';
import { StaffDialog } from '../forms/staff-dialog.tsx';
import { formatCount } from '../listing/list-definition.ts';
import { toSearchText } from '../listing/search-text.ts';
import { TYPING_PAUSE_MS } from '../listing/use-url-state.ts';
import styles from './choose-image-dialog.module.css';
import { type Choices, loadChoices } from './library-choices.ts';
import { formatUses, getLibraryImageName, LIBRARY_IMAGES } from './library-image.ts';
import { LibraryThumbnail } from './library-thumbnail.tsx';

interface ChooseImageDialogProps {
  readonly http: HttpClient;
  /** Images to show first. */
  readonly first: Choices;
  readonly onChoose: (image: LibraryImage) => void;
  readonly onClose: () => void;
}

/** Dialog for choosing an image from the media library. Enter in the search field chooses the first result. */
export const ChooseImageDialog = ({ http, first, onChoose, onClose }: ChooseImageDialogProps) => {
  /** The displayed images, and the search text that found them. */
  const [choices, setChoices] = useState({ ...first, found: '' });
  const [search, setSearch] = useState('');
  const [isLoading, setIsLoading] = useState(false);
  const [error, setError] = useState('');
  /** Number of the newest request. Responses to older requests are ignored. */
  const load = useRef(0);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const { images, total, found } = choices;

  const show = async (text: string, before: readonly LibraryImage[]): Promise<void> => {
    load.current += 1;
    const request = load.current;
    setIsLoading(true);
    setError('');
    const loaded = await loadChoices(http, { search: text, offset: before.length });
    if (request !== load.current) return;
    setIsLoading(false);
    if (loaded.ok) setChoices({ images: [...before, ...loaded.value.images], total: loaded.value.total, found: text });
    else setError(getApiErrorMessage(loaded.error));
  };
  const handleSearch = (text: string): void => {
    setSearch(text);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => void show(text, []), TYPING_PAUSE_MS);
  };
  /** Chooses the first image, or only starts the search if its results are not shown yet, because users must see the image that they choose. */
  const handleEnter = (): void => {
    clearTimeout(timer.current);
    const [image] = images;
    if (search !== found) void show(search, []);
    else if (image !== undefined) onChoose(image);
  };

  return (
    <StaffDialog title="Choose a photo" wide onEnter={handleEnter} onClose={onClose}>
      <TextField
        label="Search"
        name="librarySearch"
        type="search"
        hint="Search by alt text or page title. Press Enter to choose the first photo."
        autoComplete="off"
        value={search}
        onChange={({ target }) => handleSearch(toSearchText(target.value))}
      />
      <FormError>{error}</FormError>
      <p className={styles.count} role="status">
        {total === 0 ? 'No photos match' : formatCount(LIBRARY_IMAGES, total)}
      </p>
      <ul className={styles.grid} aria-label="Photos" aria-busy={isLoading}>
        {images.map((image) => (
          <li key={image._id}>
            <button type="button" className={styles.choice} onClick={() => onChoose(image)}>
              <LibraryThumbnail image={image} />
              <span className={styles.name}>{getLibraryImageName(image)}</span>
              <span className={styles.uses}>{formatUses(image.useCount)}</span>
            </button>
          </li>
        ))}
      </ul>
      <ButtonRow>
        {images.length < total && (
          <Button variant="secondary" busy={isLoading} onClick={() => void show(search, images)}>
            Show more
          </Button>
        )}
        <Button variant="quiet" onClick={onClose}>
          Cancel
        </Button>
      </ButtonRow>
    </StaffDialog>
  );
};
