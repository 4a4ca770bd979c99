import type { ApiError } from '@site/shared/contracts/api-error';
import { failureWords } from '../forms/failure-words.ts';

/** `refused` would be refused again, `failed` and `cancelled` may be tried again. */
export type UploadState = 'ready' | 'waiting' | 'sending' | 'done' | 'refused' | 'failed' | 'cancelled';

/** What holds for all pictures that start together. */
export interface UploadTarget {
  /** '' for none. */
  readonly albumId: string;
  readonly isPublished: boolean;
}

/** One chosen file on its way into the gallery. */
export interface UploadRow {
  readonly id: number;
  readonly file: File;
  /** A small picture as data; '' while it is read, or where it cannot be. */
  readonly preview: string;
  readonly title: string;
  readonly alt: string;
  /** People under 18 can be recognised in it. */
  readonly showsMinors: boolean;
  readonly state: UploadState;
  /** 0 to 1. */
  readonly progress: number;
  /** Why it was refused or failed; '' otherwise. */
  readonly problem: string;
  /** Given at the start. */
  readonly target: UploadTarget;
  /** Id of the image that has become of it; '' until then. */
  readonly imageId: string;
}

/** What cameras and phones call their files says nothing to anybody. */
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

/** Whether the same file may fare better another time. */
const isWorthAnotherTry = ({ kind }: ApiError): boolean => kind === 'network' || kind === 'server' || kind === 'too-many' || kind === 'unauthorized';

export const afterFailure = (error: ApiError): Pick<UploadRow, 'state' | 'problem'> => {
  if (!isWorthAnotherTry(error)) return { state: 'refused', problem: Object.values(error.errors ?? {})[0] ?? failureWords(error) };
  const problem = error.kind === 'network' ? 'The site could not be reached. Try again when you are connected.' : failureWords(error);
  return { state: 'failed', problem };
};

/** Ids of what has come into each album, in the order of choosing. */
export const newImagesByAlbum = (rows: readonly UploadRow[]): ReadonlyMap<string, readonly string[]> => {
  const byAlbum = new Map<string, readonly string[]>();
  for (const { imageId, target } of rows) {
    if (imageId !== '' && target.albumId !== '') byAlbum.set(target.albumId, [...(byAlbum.get(target.albumId) ?? []), imageId]);
  }
  return byAlbum;
};

const of = (rows: readonly UploadRow[], ...states: readonly UploadState[]) => rows.filter(({ state }) => states.includes(state)).length;
const pictures = (count: number): string => (count === 1 ? '1 picture' : `${count} pictures`);

/** Where all of them stand, in one line. */
export const uploadSummary = (rows: readonly UploadRow[]): string => {
  const ready = of(rows, 'ready');
  const done = of(rows, 'done');
  const isUnderWay = of(rows, 'waiting', 'sending') > 0;
  const parts = [
    ready > 0 && `${pictures(ready)} to upload`,
    (isUnderWay || done > 0) && `${done} of ${rows.length - ready - of(rows, 'refused')} uploaded`,
    of(rows, 'refused') > 0 && `${of(rows, 'refused')} refused`,
    of(rows, 'failed') > 0 && `${of(rows, 'failed')} not sent`,
    of(rows, 'cancelled') > 0 && `${of(rows, 'cancelled')} cancelled`,
  ];
  return parts.filter((part) => part !== false).join(', ');
};
