import { createHash } from 'node:crypto';
import type { TransferKind } from '@site/shared/contracts/transfer';
import { toDocumentRow, toLines, toMediaRow, withParts } from './zip.ts';

/** Derives an id from a name, in the format of image ids. */
export const toId = (name: string): string => createHash('sha256').update(name).digest('hex').slice(0, 24);

export type ArchiveRows = Readonly<Partial<Record<TransferKind, readonly unknown[]>>>;

export const createRows = (name: string, photo: Buffer) => {
  const id = toId(name);
  const slug = `s-${id}`;
  return {
    media: [toMediaRow(id, photo, { alt: `Photo ${name}` })],
    album: [{ id, name: `Album ${id}`, position: 0, createdAt: '2026-01-01T00:00:00.000Z' }],
    image: [toDocumentRow(id, { title: `Photo ${name}`, album: id }, { image: id, imageAlt: 'A' })],
    post: [toDocumentRow(id, { title: `Post ${name}`, category: 'C', content: '<p>W</p>', slug }, { image: id, imageAlt: 'A' })],
    event: [toDocumentRow(id, { title: `Event ${name}`, date: '2030-01-01', time: '4:00 PM', location: 'L', description: '<p>W</p>' })],
    program: [toDocumentRow(id, { title: `Program ${name}`, content: '<p>W</p>', slug })],
    redirect: [{ kind: 'post', slug: `${slug}-old`, documentId: id }],
  };
};

export const toFiles = (rows: ArchiveRows, images: ReadonlyMap<string, Buffer> = new Map(), change: object = {}): Map<string, Buffer> =>
  withParts(Object.fromEntries(Object.entries(rows).map(([kind, list]) => [kind, [toLines(list)]])), images, change);

/** Creates the files of an intact export with a row of every kind and an image. */
export const createFiles = (name: string, photo: Buffer): Map<string, Buffer> =>
  toFiles(createRows(name, photo), new Map([[`media/${toId(name)}.jpg`, photo]]));
