import type { ApiError } from '@site/shared/contracts/api-error';
import { NO_CONSENT, type PhotoConsent } from '@site/shared/domain/photo-consent';
import { cutText } from '@site/shared/domain/text-length';
import { getApiErrorMessage } from '../forms/api-error-message.ts';

/** Uploads that are `failed` or `cancelled` can be retried. A `rejected` file would be rejected again. */
type UploadState = 'ready' | 'waiting' | 'sending' | 'done' | 'rejected' | 'failed' | 'cancelled';

/** Destination of uploads: the gallery, or only the media library, whose images are not shown until they are used. */
export type UploadPlace = 'gallery' | 'library';

/** Settings shared by all uploads that start together. */
export interface UploadTarget {
  readonly place: UploadPlace;
  /** '' for no album. */
  readonly albumId: string;
  /** Whether to publish the images. Applies only to images with alt text. */
  readonly isPublished: boolean;
  /** Applies only to images that show people under 18. */
  readonly consent: PhotoConsent;
}

/** A chosen file and its upload. */
export interface UploadRow {
  /** Also the idempotency key, so that a file that is sent again is stored only once. */
  readonly id: string;
  readonly file: File;
  /** Whether the file has its final size and can be sent. */
  readonly isPrepared: boolean;
  /** Small preview as a data URL; '' until it is created. */
  readonly preview: string;
  readonly title: string;
  readonly alt: string;
  /** Whether people under 18 are recognisable in the image. */
  readonly showsMinors: boolean;
  readonly state: UploadState;
  /** Progress, 0 to 1. */
  readonly progress: number;
  /** Reason why the file was rejected, failed or cannot be prepared yet; '' if there is none. */
  readonly problem: string;
  /** Set when the user starts the upload. */
  readonly target: UploadTarget;
  /** Id of the new image; '' until the upload has finished. */
  readonly imageId: string;
  /** Whether the image has been moved to its position in the album. */
  readonly isPlaced: boolean;
}

const NO_TARGET: UploadTarget = { place: 'gallery', albumId: '', isPublished: false, consent: NO_CONSENT };

/** Matches names that cameras and phones generate. They are not suitable as titles. */
const MACHINE_NAME = /^(?:img|dsc|dscn|pxl|dcim|mvimg|photo|image|picture|screenshot|whatsapp image|received)?[\s_-]*\(?\d/i;

/** Returns the initial title, derived from the file name; '' for generated names. */
export const titleFromName = (fileName: string): string => {
  const name = fileName
    .replace(/\.[^.]*$/, '')
    .replace(/[_-]+/g, ' ')
    .trim();
  if (MACHINE_NAME.test(name)) return '';
  return cutText(name.charAt(0).toUpperCase() + name.slice(1), 120);
};

/** Creates the row for a chosen file. `problem` is the reason why the file cannot be sent; '' if there is none. */
export const createUploadRow = (id: string, file: File, problem: string): UploadRow => ({
  id,
  file,
  isPrepared: false,
  preview: '',
  title: titleFromName(file.name),
  alt: '',
  showsMinors: false,
  state: problem === '' ? 'ready' : 'rejected',
  progress: 0,
  problem,
  target: NO_TARGET,
  imageId: '',
  isPlaced: false,
});

export const isInFlight = ({ state }: UploadRow): boolean => state === 'waiting' || state === 'sending';
export const isRetryable = ({ state }: UploadRow): boolean => state === 'failed' || state === 'cancelled';
/** Whether clearing the queue would lose the file. */
export const isUnsent = (row: UploadRow): boolean => row.state === 'ready' || isInFlight(row) || isRetryable(row);

/** Reason why nothing can be sent now: no connection, an unavailable provider, a rate limit, or no signed-in user. */
export type Obstacle = 'offline' | 'unavailable' | 'limited' | 'signed-out';

/** Returns the obstacle that caused a failure and stops all uploads; null if the file caused the failure. */
export const getObstacle = ({ kind }: ApiError): Obstacle | null => {
  if (kind === 'network') return 'offline';
  if (kind === 'server') return 'unavailable';
  if (kind === 'too-many') return 'limited';
  return kind === 'unauthorized' ? 'signed-out' : null;
};

/** Maximum number of attempts per file if the provider fails, because the file may be the cause. */
const PROVIDER_ATTEMPTS = 4;

/** Returns the row's state after an error. `attempts` is the number of times that the file has been sent. */
export const afterFailure = (error: ApiError, attempts: number): Pick<UploadRow, 'state' | 'problem'> => {
  const obstacle = getObstacle(error);
  if (obstacle === 'unavailable' && attempts >= PROVIDER_ATTEMPTS) return { state: 'failed', problem: getApiErrorMessage(error) };
  if (obstacle !== null) return { state: 'waiting', problem: '' };
  return { state: 'rejected', problem: Object.values(error.errors ?? {})[0] ?? getApiErrorMessage(error) };
};

/** Returns the ids of the new images in each album, in the order of selection. */
export const newImagesByAlbum = (rows: readonly UploadRow[]): ReadonlyMap<string, readonly string[]> => {
  const byAlbum = new Map<string, readonly string[]>();
  for (const { imageId, target } of rows) {
    if (imageId !== '' && target.albumId !== '') byAlbum.set(target.albumId, [...(byAlbum.get(target.albumId) ?? []), imageId]);
  }
  return byAlbum;
};

const count = (rows: readonly UploadRow[], ...states: readonly UploadState[]) => rows.filter(({ state }) => states.includes(state)).length;
export const formatUploadCount = (total: number): string => (total === 1 ? '1 photo' : `${total} photos`);

/** Summarises all uploads in one line. */
export const uploadSummary = (rows: readonly UploadRow[]): string => {
  const ready = count(rows, 'ready');
  const done = count(rows, 'done');
  const parts = [
    ready > 0 && `${formatUploadCount(ready)} to upload`,
    (rows.some(isInFlight) || done > 0) && `${done} of ${rows.length - ready - count(rows, 'rejected')} uploaded`,
    count(rows, 'rejected') > 0 && `${count(rows, 'rejected')} rejected`,
    count(rows, 'failed') > 0 && `${count(rows, 'failed')} not sent`,
    count(rows, 'cancelled') > 0 && `${count(rows, 'cancelled')} cancelled`,
  ];
  return parts.filter((part) => part !== false).join(', ');
};

const NOTICES: Readonly<Record<Obstacle, string>> = {
  offline: 'Waiting for a connection. The upload will continue automatically.',
  unavailable: 'The site is not responding. The upload will continue automatically.',
  limited: 'The site cannot take any more photos for now. The upload will continue automatically within an hour.',
  'signed-out': 'Waiting for you to sign in.',
};

interface UploadProgress {
  readonly rows: readonly UploadRow[];
  readonly obstacle: Obstacle | null;
  readonly isOnlyHere: boolean;
  readonly settings: { readonly isPaused: boolean };
}

/** Explains why waiting uploads are not sent, and what to do; '' if there is nothing to explain. */
export const getUploadNotice = ({ rows, obstacle, isOnlyHere, settings }: UploadProgress): string => {
  const notices = [
    rows.some(isInFlight) && (settings.isPaused ? 'Paused.' : obstacle !== null && NOTICES[obstacle]),
    isOnlyHere && rows.some(isUnsent) && 'This device cannot store the files. Keep this tab open until they are sent.',
  ];
  return notices.filter((notice) => notice !== false).join(' ');
};
