import {
  erasePerson,
  findPerson,
  type HeldBackup,
  MAX_PERSON_ITEMS,
  PERSON_PLACES,
  type PersonData,
  type PersonItem,
  type PersonPlace,
} from '@site/shared/contracts/privacy';
import { listPhoneNotations } from '@site/shared/domain/phone-number';
import type { Selectable } from 'kysely';
import { listNotes } from '../../database/application-queries.ts';
import { endSessions } from '../../database/audit-sessions.ts';
import { purgeDeletedRows } from '../../database/connection.ts';
import { deleteDrafts } from '../../database/document-drafts.ts';
import { findAuditHashes } from '../../database/erasures.ts';
import {
  findBackupsSince,
  findPersonAlbums,
  findPersonApplications,
  findPersonAuditEntries,
  findPersonComments,
  findPersonContent,
  findPersonDrafts,
  findPersonImages,
  findPersonVersions,
  PERSONAL_TABLES,
} from '../../database/person-queries.ts';
import { deleteUnusedWords } from '../../database/public-documents.ts';
import { deleteReviewComments } from '../../database/review-queries.ts';
import type { Database, Tables } from '../../database/schema/tables.ts';
import { findUserByEmail } from '../../database/user-queries.ts';
import { eraseVersions } from '../../database/version-queries.ts';
import { ConflictError } from '../../domain/errors.ts';
import { type Passage, type Person, toPersonPhrases } from '../../domain/person-words.ts';
import { deleteImageFiles } from '../../images/change-image.ts';
import { linkAllCopies } from '../../images/link-copies.ts';
import { removePhotos } from '../../images/withdraw-images.ts';
import type { Mount } from '../mount-endpoint.ts';
import type { Services } from '../services.ts';
import { toApplication, toNote } from './applications.ts';

const toRetainedBackup = (row: Selectable<Tables['backups']>): HeldBackup => ({
  createdAt: row.created_at,
  location: row.location,
  expiresAt: row.expires_at,
  isEncrypted: row.is_encrypted === 1,
});

const getImageTitle = ({ title }: { readonly title: string | null }): string => title ?? 'Photo of a post, an event or a program';

const collectPersonData = async (db: Database, person: Person, now: Date) => {
  const applications = await findPersonApplications(db, toPersonPhrases(person));
  const applicantNames = applications.filter(({ isExact }) => isExact).map(({ name }) => name);
  const phrases = toPersonPhrases(person, applicantNames);
  const audit = await findPersonAuditEntries(db, applications, phrases);
  const { documents, imagePassages } = await findPersonContent(db, phrases);
  const images = await findPersonImages(db, imagePassages, phrases);
  const albums = await findPersonAlbums(db, phrases);
  const versions = await findPersonVersions(db, phrases);
  const drafts = await findPersonDrafts(db, phrases);
  const comments = await findPersonComments(db, phrases);
  const storedTimes = [...[...applications, ...images].map(({ created_at: at }) => at), ...[...audit, ...versions, ...drafts, ...comments].map(({ at }) => at)];
  const [oldestTime] = storedTimes.sort();
  const backups = oldestTime === undefined ? [] : await findBackupsSince(db, oldestTime, now.toISOString());
  const hasAccount = person.email !== '' && (await findUserByEmail(db, person.email)) !== undefined;
  return { applications, audit, documents, images, albums, versions, drafts, comments, backups, hasAccount };
};
type CollectedData = Awaited<ReturnType<typeof collectPersonData>>;

const getDraftId = ({ kind, documentId, userId }: CollectedData['drafts'][number]): string => `${kind}/${documentId}/${userId}`;

const toItems = ({ applications, audit, images, versions, drafts, comments }: CollectedData): PersonItem[] => {
  const toItem = (
    place: PersonPlace,
    { excerpt, isExact }: Passage,
    rest: Omit<PersonItem, 'place' | 'excerpt' | 'isExact' | 'isTrashed'>,
    isTrashed = false,
  ) => ({
    place,
    excerpt: [...excerpt],
    isExact,
    isTrashed,
    ...rest,
  });
  return [
    ...applications.map((row) =>
      toItem('applications', row, { _id: row.id, title: row.name, by: row.email || row.phone, at: row.created_at }, row.deleted_at !== null),
    ),
    ...audit.map((entry) => toItem('audit', entry, { _id: String(entry.number), title: entry.action, by: entry.details?.actor ?? '', at: entry.at })),
    ...images.map((row) => toItem('images', row, { _id: row.id, title: getImageTitle(row), by: '', at: row.created_at }, (row.deleted_at ?? null) !== null)),
    ...versions.map((version) =>
      toItem('versions', version, { _id: version.id, title: version.title, number: version.number, by: version.by, at: version.at }),
    ),
    ...drafts.map((draft) => toItem('drafts', draft, { _id: getDraftId(draft), title: draft.title, by: draft.by, at: draft.at })),
    ...comments.map((comment) => toItem('comments', comment, { _id: comment.id, title: comment.title, by: comment.by, at: comment.at })),
  ];
};

const limitItems = (items: readonly PersonItem[]) => {
  const listedItems = PERSON_PLACES.flatMap((place) => items.filter((item) => item.place === place).slice(0, MAX_PERSON_ITEMS));
  return { items: listedItems, omittedItems: items.length - listedItems.length };
};

export const mountPrivacy = (mount: Mount, { db, revision, audit, erasures, stores, imageUrls, now }: Services): void => {
  const toPersonData = async (personRows: CollectedData): Promise<PersonData> => ({
    applications: await Promise.all(personRows.applications.map(async (row) => ({ ...toApplication(row), notes: (await listNotes(db, row.id)).map(toNote) }))),
    audit: [...personRows.audit],
    images: personRows.images.map((row) => ({
      _id: row.id,
      title: getImageTitle(row),
      // The URL contains the key for drafts unless the image is public.
      url: imageUrls.getUrl(row, row.status === 'published' && row.deleted_at === null),
      isTrashed: (row.deleted_at ?? null) !== null,
    })),
    mentions: personRows.documents.flatMap(({ kind, id: _id, isExact: _, excerpt, ...place }) =>
      kind === 'image' ? [] : [{ kind, _id, excerpt: [...excerpt], ...place }],
    ),
    albums: personRows.albums.map(({ id: _id, name: title }) => ({ _id, title })),
    hasAccount: personRows.hasAccount,
    backups: personRows.backups.map(toRetainedBackup),
    versions: personRows.versions.length,
    comments: personRows.comments.length,
    ...limitItems(toItems(personRows)),
  });

  /** Ends autosave sessions, so that the log contains all changes, and links copied images to their origins, so that a withdrawal reaches all copies. */
  const settle = async (): Promise<void> => {
    await endSessions({ db, audit }, {});
    await linkAllCopies({ db, stores });
  };
  const find = async (person: Person) => {
    await settle();
    return collectPersonData(db, person, now());
  };

  mount(findPerson, async ({ body }) => toPersonData(await find(body)), { audit: { category: 'read', action: 'person.read' } });

  mount(
    erasePerson,
    async ({ body }) => {
      const personRows = await find(body);
      if (personRows.hasAccount) throw new ConflictError('This person has a staff account. Delete it under “Users” first.');
      const getChosenIds = (place: PersonPlace): ReadonlySet<string> => {
        const chosenIds = body.chosen?.[place];
        if (chosenIds !== undefined) return new Set(chosenIds);
        // Earlier screens send the confirmed images in `imageIds`.
        if (place === 'images') return new Set(body.imageIds);
        const isChosenById = place === 'applications' || place === 'audit';
        return new Set(toItems(personRows).flatMap((item) => (isChosenById && item.place === place && item.isExact ? [item._id] : [])));
      };
      const filterChosenRows = <Row>(place: PersonPlace, rows: readonly Row[], getId: (row: Row) => string): Row[] => {
        const ids = getChosenIds(place);
        return rows.filter((row) => ids.has(getId(row)));
      };
      const getIds = (place: PersonPlace, rows: readonly { readonly id: string }[]): string[] =>
        filterChosenRows(place, rows, ({ id }) => id).map(({ id }) => id);

      const applicationIds = getIds('applications', personRows.applications);
      const numbers = filterChosenRows('audit', personRows.audit, ({ number }) => String(number)).map(({ number }) => number);
      const imageIds = getIds('images', personRows.images);
      const versionIds = getIds('versions', personRows.versions);
      const drafts = filterChosenRows('drafts', personRows.drafts, getDraftId).map(({ kind, documentId: id, userId }) => ({ kind, id, userId }));
      const commentIds = getIds('comments', personRows.comments);
      const keepsApplication = personRows.applications.some(({ id, isExact }) => isExact && !applicationIds.includes(id));
      const erasedAt = now().toISOString();
      const erasedCounts = await revision.write(async (transaction) => {
        for (const id of applicationIds) await transaction.deleteFrom('applications').where('id', '=', id).execute();
        const auditHashes = await findAuditHashes(transaction, numbers);
        const auditEntries = await audit.eraseDetails(numbers, 'request', transaction);
        const files = await removePhotos(transaction, imageIds, now());
        const versions = await eraseVersions(transaction, versionIds);
        const deletedDrafts = await deleteDrafts(transaction, drafts, erasedAt);
        const comments = await deleteReviewComments(transaction, commentIds);
        await erasures.record(transaction, {
          erasedAt,
          // If an application was kept on purpose, record no person. Otherwise, restoring a backup would erase the application.
          person: keepsApplication ? [] : [body.email, ...listPhoneNotations(body.phone)].filter((value) => value !== '').map(erasures.hash),
          applicationIds,
          auditHashes,
          imageIds: files,
          versionIds,
          commentIds,
          drafts,
        });
        return { auditEntries, files, versions, drafts: deletedDrafts, comments };
      });
      for (const id of erasedCounts.files) await deleteImageFiles(stores, id);
      await erasures.sync();
      await deleteUnusedWords(db);
      await purgeDeletedRows(db, PERSONAL_TABLES);
      const { files, ...counts } = erasedCounts;
      return { applications: applicationIds.length, images: files.length, ...counts, backups: personRows.backups.map(toRetainedBackup) };
    },
    { audit: { category: 'security', action: 'person.erase' } },
  );
};
