import { erasePerson, findPerson, type HeldBackup, type PersonData } from '@site/shared/contracts/privacy';
import { listPhoneNotations } from '@site/shared/domain/phone-number';
import type { Selectable } from 'kysely';
import { listNotes } from '../../database/application-queries.ts';
import { purgeDeletedRows } from '../../database/connection.ts';
import { deleteDrafts } from '../../database/document-drafts.ts';
import { findAuditHashes } from '../../database/erasures.ts';
import {
  findAlbumsOf,
  findApplicationsOf,
  findAuditOf,
  findBackupsSince,
  findContentOf,
  findImagesOf,
  PERSONAL_TABLES,
} from '../../database/person-queries.ts';
import { findCommentsOf, findDraftsOf, findVersionsOf } from '../../database/person-work-queries.ts';
import { deleteUnusedWords } from '../../database/public-documents.ts';
import { deleteReviewComments } from '../../database/review-queries.ts';
import type { Tables } from '../../database/schema.ts';
import { findUserByEmail } from '../../database/user-queries.ts';
import { eraseVersions, markErasedState } from '../../database/version-queries.ts';
import { ConflictError } from '../../domain/errors.ts';
import { type Person, toPersonWords } from '../../domain/person-words.ts';
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
  const collect = async (person: Person) => {
    const applications = await findApplicationsOf(db, toPersonWords(person));
    const ownNames = applications.filter(({ isExact }) => isExact).map(({ name }) => name);
    const phrases = toPersonWords(person, ownNames);
    const audit = await findAuditOf(db, applications, phrases);
    const content = await findContentOf(db, phrases);
    const images = await findImagesOf(db, content.imagePassages, phrases);
    const work = { versions: await findVersionsOf(db, phrases), drafts: await findDraftsOf(db, phrases), comments: await findCommentsOf(db, phrases) };
    const times = [...[...applications, ...images].map((row) => row.created_at), ...audit.map(({ at }) => at)];
    const oldest = times.sort()[0];
    const backups = oldest === undefined ? [] : await findBackupsSince(db, oldest, now().toISOString());
    const hasAccount = person.email !== '' && (await findUserByEmail(db, person.email)) !== undefined;
    return {
      applications,
      audit,
      images,
      documents: content.documents,
      albums: await findAlbumsOf(db, phrases),
      ...work,
      backups: backups.map(toHeldBackup),
      hasAccount,
    };
  };
  type Collected = Awaited<ReturnType<typeof collect>>;

  const toPersonData = async ({
    applications,
    audit: entries,
    images,
    documents,
    albums,
    versions,
    comments,
    backups,
    hasAccount,
  }: Collected): Promise<PersonData> => ({
    applications: await Promise.all(applications.map(async (row) => ({ ...toApplication(row), notes: (await listNotes(db, row.id)).map(toNote) }))),
    audit: entries,
    images: images.map(({ id, version, format, title, is_published: isPublished, deleted_at: deletedAt }) => ({
      _id: id,
      title: title ?? 'Image of a post, an event or a program',
      // With the key of drafts, which is ignored where the image is public.
      url: imageUrls.getUrl({ id, version, format }, isPublished === 1 && deletedAt === null),
      isTrashed: (deletedAt ?? null) !== null,
    })),
    mentions: documents.flatMap(({ kind, id: _id, isExact: _, ...place }) => (kind === 'image' ? [] : [{ kind, _id, ...place, excerpt: [...place.excerpt] }])),
    albums: albums.map(({ id: _id, name: title }) => ({ _id, title })),
    hasAccount,
    backups,
    versions: versions.length,
    comments: comments.length,
  });

  mount(findPerson, async ({ body }) => toPersonData(await collect(body)), { audit: { category: 'read', action: 'person.read' } });

  mount(
    erasePerson,
    async ({ body }) => {
      const found = await collect(body);
      if (found.hasAccount) throw new ConflictError('This person has a staff account. Delete it under “Users” first.');
      const applications = found.applications.filter(({ isExact }) => isExact);
      const imageIds = new Set(found.images.map(({ id }) => id));
      const versionIds = found.versions.map(({ id }) => id);
      const commentIds = found.comments.map(({ id }) => id);
      const numbers = found.audit.map(({ number }) => number);
      const erased = await revision.write(async (transaction) => {
        for (const { id } of applications) await transaction.deleteFrom('applications').where('id', '=', id).execute();
        const auditHashes = await findAuditHashes(transaction, numbers);
        const auditEntries = await audit.eraseDetails(numbers, 'request', transaction);
        const files = await removeImages(
          transaction,
          body.imageIds.filter((id) => imageIds.has(id)),
          now(),
        );
        for (const { kind, id } of found.documents) if (kind !== 'image') await markErasedState(transaction, kind, id);
        await deleteDrafts(
          transaction,
          found.drafts.map(({ documentId: id, ...key }) => ({ ...key, id })),
        );
        const versions = await eraseVersions(transaction, versionIds);
        const comments = await deleteReviewComments(transaction, commentIds);
        await erasures.record(transaction, {
          erasedAt: now().toISOString(),
          person: [body.email, ...listPhoneNotations(body.phone)].filter((value) => value !== '').map(erasures.hash),
          applicationIds: applications.map(({ id }) => id),
          auditHashes,
          imageIds: files,
          versionIds,
          commentIds,
        });
        return { auditEntries, files, versions, comments };
      });
      for (const id of erased.files) await deleteImageFiles(stores, id);
      await erasures.sync();
      await deleteUnusedWords(db);
      await purgeDeletedRows(db, PERSONAL_TABLES);
      return {
        applications: applications.length,
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
