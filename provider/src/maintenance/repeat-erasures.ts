import type { AuditLog } from '../database/audit-log.ts';
import { purgeDeletedRows } from '../database/connection.ts';
import { deleteDrafts } from '../database/document-drafts.ts';
import { type Erasures, findErasedRows } from '../database/erasures.ts';
import { PERSONAL_TABLES } from '../database/person-queries.ts';
import { deleteUnusedWords } from '../database/public-documents.ts';
import { deleteReviewComments } from '../database/review-queries.ts';
import { eraseVersions } from '../database/version-queries.ts';
import { type ContentServices, deleteImageFiles } from '../images/change-image.ts';
import { removePhotos } from '../images/withdraw-images.ts';
import type { ReportProgress } from './backup-format.ts';

/** Repeats erasures after a restore: those recorded in the data folder and those in the backup. */
export const repeatErasures = async (
  services: ContentServices & { readonly audit: AuditLog; readonly erasures: Erasures },
  onProgress: ReportProgress = () => undefined,
) => {
  const { db, revision, stores, audit, erasures, now } = services;
  await erasures.sync();
  const erasureRecords = await erasures.list();
  const count = { applications: 0, auditEntries: 0, images: 0 };
  for (const [index, erasure] of erasureRecords.entries()) {
    onProgress(`Repeating erasure ${index + 1} of ${erasureRecords.length}`);
    const { applications, auditNumbers } = await findErasedRows(db, erasure, erasures.hash);
    const images = await revision.write(async (transaction) => {
      for (const id of applications) {
        const { numDeletedRows } = await transaction.deleteFrom('applications').where('id', '=', id).executeTakeFirst();
        count.applications += Number(numDeletedRows);
      }
      await eraseVersions(transaction, erasure.versionIds);
      await deleteReviewComments(transaction, erasure.commentIds);
      // Keep drafts that were typed after the erasure.
      await deleteDrafts(transaction, erasure.drafts, erasure.erasedAt);
      count.auditEntries += await audit.eraseDetails(auditNumbers, 'restore', transaction);
      return removePhotos(transaction, erasure.imageIds, now());
    });
    for (const id of images) await deleteImageFiles(stores, id);
    count.images += images.length;
  }
  if (erasureRecords.length > 0) {
    await deleteUnusedWords(db);
    await purgeDeletedRows(db, PERSONAL_TABLES);
  }
  return { erasures: erasureRecords.length, ...count };
};
