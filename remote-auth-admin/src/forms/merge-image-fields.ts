import type { PhotoConsent } from '@site/shared/domain/photo-consent';
import type { FocalPoint } from './focal-point.ts';

/** Fields of the image dialogs. Title, album and publication exist only in the gallery. */
export interface ImageFields {
  readonly title?: string;
  readonly album?: string;
  readonly published?: boolean;
  readonly alt: string;
  readonly isDecorative: boolean;
  readonly focal: FocalPoint | null;
  readonly consent: PhotoConsent;
}

const LABELS: Readonly<Record<keyof ImageFields, string>> = {
  title: 'Title',
  album: 'Album',
  published: 'Published',
  alt: 'Alt text',
  isDecorative: 'Decorative',
  focal: 'Focal point',
  consent: 'Consent',
};
const NAMES = ['title', 'album', 'published', 'alt', 'isDecorative', 'focal', 'consent'] as const;

const isSame = (one: ImageFields, other: ImageFields, name: keyof ImageFields): boolean => JSON.stringify(one[name]) === JSON.stringify(other[name]);

/** The form when it was opened, the user's current form, and the form that a colleague has saved since. */
interface Versions<Fields> {
  readonly base: Fields;
  readonly mine: Fields;
  readonly theirs: Fields;
}

/** Merges both forms. Fields that the user has not changed get the colleague's values. */
export const mergeImageFields = <Fields extends ImageFields>({ base, mine, theirs }: Versions<Fields>): Fields => ({
  ...theirs,
  ...Object.fromEntries(NAMES.filter((name) => !isSame(mine, base, name)).map((name) => [name, mine[name]])),
});

/** Explains that a colleague saved first, and names the fields that both users changed. */
export const describeStaleSave = ({ base, mine, theirs }: Versions<ImageFields>): string => {
  const conflicts = NAMES.filter((name) => !isSame(mine, base, name) && !isSame(theirs, base, name) && !isSame(mine, theirs, name)).map((name) => {
    const value = name === 'title' || name === 'alt' ? theirs[name] : undefined;
    return value === undefined ? LABELS[name] : `${LABELS[name]} (theirs: ${value === '' ? 'empty' : `“${value}”`})`;
  });
  return [
    'Someone else saved this photo after you opened it. Their changes were added here, and none of yours were overwritten.',
    ...(conflicts.length === 0 ? [] : [`You both changed: ${conflicts.join(', ')}.`]),
    'Check the form, then save again.',
  ].join(' ');
};
