import { KINDS, type KindName } from '@site/shared/domain/kinds';

/** Returns the path of the screen that lists documents of this kind. */
export const getListPath = (kind: KindName): string => `/admin/${KINDS[kind].path}`;

/** Returns the path of a document's editor. Images are edited in a gallery dialog. */
export const getEditorPath = (kind: KindName, id: string): string => `${getListPath(kind)}${kind === 'image' ? '?image=' : '/'}${id}`;
