import { KINDS, type KindName } from '@site/shared/domain/kinds';

/** The screen that lists a kind. */
export const getListPath = (kind: KindName): string => `/admin/${KINDS[kind].path}`;

/** Where a document is edited: images in a dialog of the gallery. */
export const getEditorPath = (kind: KindName, id: string): string => `${getListPath(kind)}${kind === 'image' ? '?image=' : '/'}${id}`;
