import { erasePerson, findPerson, type HeldBackup, type PersonData } from '@site/shared/contracts/privacy';
import { listPhoneNotations } from '@site/shared/domain/phone-number';
import type { Selectable } from 'kysely';
import { listNotes } from '../../database/application-queries.ts';
import { purgeDeletedRows } from '../../database/connection.ts';
import { findAuditHashes } from '../../database/erasures.ts';
import {
  findApplicationsOf,
  findAuditOf,
  findBackupsSince,
  findImagesOf,
  findMentionsOf,
  PERSONAL_TABLES,
  type Person,
} from '../../database/person-queries.ts';
import { deleteUnusedWords } from '../../database/public-documents.ts';
import { deleteReviewComments, findReviewCommentsWith } from '../../database/review-queries.ts';
import type { Tables } from '../../database/schema.ts';
import { findUserByEmail } from '../../database/user-queries.ts';
import { deleteDraftsWith, eraseVersions, findVersionsWith, markErasedState } from '../../database/version-queries.ts';
import { ConflictError } from '../../domain/errors.ts';
import { deleteImageFiles } from '../../images/change-image.ts';
import { removeImages } from '../../images/withdraw-images.ts';
import type { Mount } from '../mount-endpoint.ts';
import type { Services } from '../services.ts';
import { toNote } from './application-work.ts';
import { toApplication } from './applications.ts';

const toHeldBackup = (row: Selectable<Tables['backups']>): HeldBackup => ({
  createdAt: row.created_at,
  location: row.location,
  expiresAt: row.expires_at,
  isEncrypted: row.is_encrypted === 1,
});

/** Everything about one person: found, exported, erased. For administrators. */
export const mountPrivacy = (mount: Mount, { db, revision, audit, erasures, stores, imageUrls, now }: Services): void => {
  const collect = async (
    person: Person,
  ): Promise<
    PersonData & {
      readonly imageIds: ReadonlySet<string>;
      readonly texts: readonly string[];
      readonly versionIds: readonly string[];
      readonly commentIds: readonly string[];
    }
  > => {
    const applications = await findApplicationsOf(db, person);
    const names = applications.map(({ name }) => name).filter((name) => name.length >= 5);
    const texts = [person.email, ...listPhoneNotations(person.phone), person.name, ...names].filter((text) => text !== '');
    const entries = await findAuditOf(
      db,
      applications.map(({ id }) => id),
      texts,
    );
    const images = await findImagesOf(db, person);
    const versionIds = await findVersionsWith(db, texts);
    const commentIds = await findReviewCommentsWith(db, texts);
    const first = [...applications, ...images].map(({ created_at: createdAt }) => createdAt).sort()[0];
    const oldest = [first, entries[0]?.at].filter((at) => at !== undefined).sort()[0];
    return {
      applications: await Promise.all(applications.map(async (row) => ({ ...toApplication(row), notes: (await listNotes(db, row.id)).map(toNote) }))),
      audit: entries,
      images: images.map(({ id, version, format, title, is_published: isPublished, deleted_at: deletedAt }) => ({
        _id: id,
        title: title ?? 'Image of a post, an event or a program',
        // With the key of drafts, which is ignored where the image is public.
        url: imageUrls.getUrl({ id, version, format }, isPublished === 1 && deletedAt === null),
        isTrashed: (deletedAt ?? null) !== null,
      })),
      mentions: await findMentionsOf(db, person),
      hasAccount: person.email !== '' && (await findUserByEmail(db, person.email)) !== undefined,
      backups: oldest === undefined ? [] : (await findBackupsSince(db, oldest, now().toISOString())).map(toHeldBackup),
      versions: versionIds.length,
      comments: commentIds.length,
      imageIds: new Set(images.map(({ id }) => id)),
      texts,
      versionIds,
      commentIds,
    };
  };

  mount(findPerson, async ({ body }) => collect(body), { audit: { category: 'read', action: 'person.read' } });

  mount(
    erasePerson,
    async ({ body }) => {
      const found = await collect(body);
      if (found.hasAccount) throw new ConflictError('This person has a staff account. Delete it under “Users” first.');
      const numbers = found.audit.map(({ number }) => number);
      const erased = await revision.write(async (transaction) => {
        for (const { _id } of found.applications) await transaction.deleteFrom('applications').where('id', '=', _id).execute();
        const auditHashes = await findAuditHashes(transaction, numbers);
        const auditEntries = await audit.eraseDetails(numbers, 'request', transaction);
        const files = await removeImages(
          transaction,
          body.imageIds.filter((id) => found.imageIds.has(id)),
          now(),
        );
        for (const { kind, _id } of found.mentions) await markErasedState(transaction, kind, _id);
        await deleteDraftsWith(transaction, found.texts);
        const versions = await eraseVersions(transaction, found.versionIds);
        const comments = await deleteReviewComments(transaction, found.commentIds);
        await erasures.record(transaction, {
          erasedAt: now().toISOString(),
          person: [body.email, ...listPhoneNotations(body.phone)].filter((value) => value !== '').map(erasures.hash),
          applicationIds: found.applications.map(({ _id }) => _id),
          auditHashes,
          imageIds: files,
          versionIds: [...found.versionIds],
          commentIds: [...found.commentIds],
        });
        return { auditEntries, files, versions, comments };
      });
      for (const id of erased.files) await deleteImageFiles(stores, id);
      await erasures.sync();
      await deleteUnusedWords(db);
      await purgeDeletedRows(db, PERSONAL_TABLES);
      return {
        applications: found.applications.length,
        auditEntries: erased.auditEntries,
        images: erased.files.length,
        versions: erased.versions,
        comments: erased.comments,
        backups: [...found.backups],
      };
    },
    { audit: { category: 'security', action: 'person.erase' } },
  );
};
