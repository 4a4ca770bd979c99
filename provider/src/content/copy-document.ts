import { isSlugKind, KINDS, type VersionKind } from '@site/shared/domain/kinds';
import type { PublicationStatus } from '@site/shared/domain/publication-status';
import { chooseFreeSlug, type WrittenColumns } from '../database/content-store.ts';
import { DOCUMENT_KINDS, type DocumentRow } from '../database/document-kinds.ts';
import type { Revision } from '../database/revision.ts';
import type { Database } from '../database/schema/tables.ts';
import { ForbiddenError, NotFoundError } from '../domain/errors.ts';
import { createId } from '../domain/ids.ts';
import { hasMinimumRole, type Staff } from '../domain/permissions.ts';
import { createDocument, findDocumentRow } from './write-document.ts';

/** Returns the stored row of a document that is not in the trash, if the caller may write documents of this kind. */
export const findSourceRow = async (db: Database, staff: Staff, kindName: VersionKind, id: string): Promise<DocumentRow> => {
  if (!hasMinimumRole(staff, KINDS[kindName].minimumRole)) throw new ForbiddenError();
  const row = await findDocumentRow(db, DOCUMENT_KINDS[kindName], id);
  if (row === undefined || row.deleted_at !== null) throw new NotFoundError(KINDS[kindName].label);
  return row;
};

interface Copy {
  readonly status: PublicationStatus;
  readonly columns: WrittenColumns;
}

/**
 * Copies a document in one transaction and returns the ids of the copies. The copies share the image, so that its consent applies everywhere. A copy that later
 * gets another file also gets its own image.
 */
export const insertCopies = async (
  { revision, now }: { readonly revision: Revision; readonly now: () => Date },
  staff: Staff,
  source: { readonly kind: VersionKind; readonly row: DocumentRow },
  copies: readonly Copy[],
): Promise<readonly string[]> => {
  const { kind, row } = source;
  const documentKind = DOCUMENT_KINDS[kind];
  const at = now();
  const timestamp = at.toISOString();
  return revision.write(async (db, recordEffect) => {
    const ids: string[] = [];
    for (const { status, columns } of copies) {
      const id = createId();
      const copiedColumns = {
        ...row,
        ...documentKind.getCopyColumns(staff, status === 'published' ? timestamp : null),
        ...(isSlugKind(kind) ? { slug: await chooseFreeSlug(db, kind, String(columns.title ?? row.title)) } : {}),
        ...columns,
        status,
        is_sample: 0,
        created_at: timestamp,
      };
      await createDocument({ db, recordEffect }, documentKind, id, { columns: copiedColumns, by: staff.id, at, whenRefused: 'throw' });
      ids.push(id);
    }
    return ids;
  });
};
