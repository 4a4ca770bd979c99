import type { ApiError } from '@site/shared/contracts/api-error';
import { getErrorMessage } from '../forms/error-message.ts';

/** `rejected` would be rejected again; `failed` and `cancelled` can be retried. */
type UploadState = 'ready' | 'waiting' | 'sending' | 'done' | 'rejected' | 'failed' | 'cancelled';

/** The settings of all images that start together. */
export interface UploadTarget {
  /** '' for none. */
  readonly albumId: string;
  readonly isPublished: boolean;
}

/** One chosen file and its upload into the gallery. */
export interface UploadRow {
  readonly id: number;
  readonly file: File;
  /** A small version as data URL; '' until it is read. */
  readonly preview: string;
  readonly title: string;
  readonly alt: string;
  /** People under 18 can be recognised in it. */
  readonly showsMinors: boolean;
  readonly state: UploadState;
  /** 0 to 1. */
  readonly progress: number;
  /** Why it was rejected or failed; '' otherwise. */
  readonly problem: string;
  /** Set when the upload starts. */
  readonly target: UploadTarget;
  /** Id of the new image; '' until then. */
  readonly imageId: string;
}

/** File names that cameras and phones make are no titles. */
const MACHINE_NAME = /^(?:img|dsc|dscn|pxl|dcim|mvimg|photo|image|picture|screenshot|whatsapp image|received)?[\s_-]*\(?\d/i;

/** A first title: the file's name, where somebody gave it one. */
export const titleFromName = (fileName: string): string => {
  const name = fileName
    .replace(/\.[^.]*$/, '')
    .replace(/[_-]+/g, ' ')
    .trim();
  if (MACHINE_NAME.test(name)) return '';
  return (name.charAt(0).toUpperCase() + name.slice(1)).slice(0, 120);
};

/** Whether the same upload may succeed later. */
const isRetryable = ({ kind }: ApiError): boolean => kind === 'network' || kind === 'server' || kind === 'too-many' || kind === 'unauthorized';

export const afterFailure = (error: ApiError): Pick<UploadRow, 'state' | 'problem'> => {
  if (!isRetryable(error)) return { state: 'rejected', problem: Object.values(error.errors ?? {})[0] ?? getErrorMessage(error) };
  const problem = error.kind === 'network' ? 'The site could not be reached. Try again when you are connected.' : getErrorMessage(error);
  return { state: 'failed', problem };
};

/** Ids of the new images of each album, in the order of choosing. */
export const newImagesByAlbum = (rows: readonly UploadRow[]): ReadonlyMap<string, readonly string[]> => {
  const byAlbum = new Map<string, readonly string[]>();
  for (const { imageId, target } of rows) {
    if (imageId !== '' && target.albumId !== '') byAlbum.set(target.albumId, [...(byAlbum.get(target.albumId) ?? []), imageId]);
  }
  return byAlbum;
};

const count = (rows: readonly UploadRow[], ...states: readonly UploadState[]) => rows.filter(({ state }) => states.includes(state)).length;
const pictures = (total: number): string => (total === 1 ? '1 picture' : `${total} pictures`);

/** The state of all uploads, in one line. */
export const uploadSummary = (rows: readonly UploadRow[]): string => {
  const ready = count(rows, 'ready');
  const done = count(rows, 'done');
  const isInFlight = count(rows, 'waiting', 'sending') > 0;
  const parts = [
    ready > 0 && `${pictures(ready)} to upload`,
    (isInFlight || done > 0) && `${done} of ${rows.length - ready - count(rows, 'rejected')} uploaded`,
    count(rows, 'rejected') > 0 && `${count(rows, 'rejected')} rejected`,
    count(rows, 'failed') > 0 && `${count(rows, 'failed')} not sent`,
    count(rows, 'cancelled') > 0 && `${count(rows, 'cancelled')} cancelled`,
  ];
  return parts.filter((part) => part !== false).join(', ');
};
