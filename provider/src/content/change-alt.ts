import { ALL_KINDS, type DocumentKind, type DocumentRow, getAltColumn, listTextColumns } from '../database/document-kinds.ts';
import { setImageAlt } from '../database/library-queries.ts';
import { setAltInText } from '../database/text-images.ts';
import { type ContentTransaction, changeDocument, findDocumentRow, listDocumentsWithImage } from './write-document.ts';

interface LibraryAlt {
  readonly imageId: string;
  readonly before: string;
  readonly after: string;
  readonly by: string;
  readonly at: Date;
}

/**
 * Returns the columns of the document that change, with their new values. Fills in empty alternative texts and, in the document's own image field, also
 * replaces the previous text.
 */
const describe = (documentKind: DocumentKind, row: DocumentRow, { imageId, before, after }: LibraryAlt): Readonly<Record<string, string>> => {
  const altColumn = getAltColumn(documentKind);
  const alt = String(row[altColumn] ?? '');
  const texts = listTextColumns(documentKind).map(([, column]) => [column, setAltInText(String(row[column] ?? ''), imageId, after)] as const);
  const changedColumns = [...(row.picture_id === imageId && (alt === before || alt === '') ? [[altColumn, after] as const] : []), ...texts];
  return Object.fromEntries(changedColumns.filter(([column, text]) => text !== String(row[column] ?? '')));
};

/**
 * Changes an image's alternative text, both in the library and in documents that show the image with the previous text or with none. If the new text is empty,
 * documents keep the previous text, because public documents need alternative text.
 */
export const changeLibraryAlt = async (transaction: ContentTransaction, change: LibraryAlt): Promise<void> => {
  const { imageId, after, by, at } = change;
  await setImageAlt(transaction.db, imageId, after);
  if (after === '') return;
  for (const documentKind of ALL_KINDS) {
    for (const id of await listDocumentsWithImage(transaction.db, documentKind, imageId)) {
      const row = await findDocumentRow(transaction.db, documentKind, id);
      const columns = row === undefined ? {} : describe(documentKind, row, change);
      if (Object.keys(columns).length > 0) await changeDocument(transaction, documentKind, id, { columns, by, at, whenRefused: 'make draft' });
    }
  }
};
