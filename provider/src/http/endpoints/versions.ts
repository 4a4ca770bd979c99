import { type DocumentDraft, deleteDocumentDraft, getDocumentDraft, getVersion, listVersions, putDocumentDraft } from '@site/shared/contracts/version';
import type { VersionKind } from '@site/shared/domain/kinds';
import { mayWriteDocument } from '@site/shared/domain/roles';
import { removeMissingImages } from '../../content/check-document.ts';
import { findDocumentRow, recordUnsavedColumns } from '../../content/write-document.ts';
import { type DraftKey, deleteDraft, findDraft, storeDraft } from '../../database/document-drafts.ts';
import { DOCUMENT_KINDS, type DocumentKind, type DocumentRow, getStatus, listTextColumns } from '../../database/document-kinds.ts';
import { findStoredImage } from '../../database/image-queries.ts';
import type { Database } from '../../database/schema/tables.ts';
import { readTextList } from '../../database/topics.ts';
import { endAutosaveSession, findFieldsByTimestamp, findVersion, listVersionRows } from '../../database/version-queries.ts';
import { mergeColumns } from '../../domain/content-columns.ts';
import type { Staff } from '../../domain/permissions.ts';
import type { StoredKinds } from '../content-endpoints.ts';
import type { Mount } from '../mount-endpoint.ts';
import { parseUnsavedInput } from '../parse-form.ts';
import { requireFound, requireVersionKind } from '../require-found.ts';
import type { Services } from '../services.ts';

type Params = Readonly<Record<string, string>>;

const toFormFields = (fields: Readonly<Record<string, string>>) => ({ ...fields, ...(fields.tags === undefined ? {} : { tags: readTextList(fields.tags) }) });

interface StoredDraft {
  readonly key: DraftKey;
  readonly row: DocumentRow;
}

const mayWrite = ({ id: _id, role }: Staff, { authorColumn }: DocumentKind, row: DocumentRow): boolean =>
  mayWriteDocument({ _id, role }, { authorId: authorColumn === null ? null : String(row[authorColumn] ?? ''), status: getStatus(row) });

export const mountVersions = (mount: Mount, { db, revision, imageUrls, now }: Services, kinds: StoredKinds): void => {
  const readDocument = async ({ kind: name, id = '' }: Params): Promise<{ readonly kind: VersionKind; readonly id: string; readonly updatedAt: string }> => {
    const kind = requireVersionKind(name);
    const document = requireFound(
      await db.selectFrom(DOCUMENT_KINDS[kind].table).select('updated_at').where('id', '=', id).where('deleted_at', 'is', null).executeTakeFirst(),
      'Document',
    );
    return { kind, id, updatedAt: document.updated_at };
  };

  mount(listVersions, async ({ params }) => {
    const { kind, id } = await readDocument(params);
    return listVersionRows(db, kind, id);
  });

  mount(getVersion, async ({ params }) => {
    const { kind, id } = await readDocument(params);
    const storedVersion = requireFound(await findVersion(db, kind, id, Number.parseInt(params.number ?? '', 10) || 0), 'Version');
    const { version, fields, imageId } = storedVersion;
    const image = imageId === null ? undefined : await findStoredImage(db, imageId);
    return {
      ...version,
      fields: toFormFields(fields),
      imageId: image?.id ?? '',
      // The URL contains the key for drafts, because the image may be shown only by versions.
      image: imageUrls.getUrl(image ?? null, false),
    };
  });

  mount(getDocumentDraft, async ({ params, staff }) => {
    const { kind, id, updatedAt } = await readDocument(params);
    const draft = await findDraft(db, { kind, id, userId: staff.id });
    if (draft === null || draft.base === updatedAt) return draft;
    const fields = await findFieldsByTimestamp(db, kind, id, draft.base);
    return { ...draft, ...(fields === undefined ? {} : { baseFields: toFormFields(fields) }) };
  });

  /** Turns the draft that is being replaced into a version if the new draft does not continue it. */
  const storeReplacedDraft = async (transaction: Database, { key, row }: StoredDraft, draft: DocumentDraft, continues: string): Promise<void> => {
    const replacedDraft = await findDraft(transaction, key);
    if (replacedDraft === null || replacedDraft.savedAt === continues) return;
    if (Object.entries(replacedDraft.fields).every(([name, text]) => draft.fields[name] === text)) return;
    const documentKind = DOCUMENT_KINDS[key.kind];
    const typedColumns = mergeColumns(documentKind.kind, documentKind.columnNames, parseUnsavedInput(kinds[key.kind].parse, replacedDraft.fields), row);
    await recordUnsavedColumns(transaction, documentKind, row, typedColumns, { by: key.userId, at: now() });
  };

  mount(
    putDocumentDraft,
    async ({ params, body: { base, fields: sentFields, isRestored, continues }, staff }) => {
      const { kind, id } = await readDocument(params);
      const texts = listTextColumns(DOCUMENT_KINDS[kind]).flatMap(([field]) => (sentFields[field] === undefined ? [] : [[field, sentFields[field]]]));
      const fields = { ...sentFields, ...(await removeMissingImages(db, Object.fromEntries(texts))) };
      const draft = { base, fields, savedAt: now().toISOString() };
      const key = { kind, id, userId: staff.id };
      // Only one `revision.write` runs at a time, so neither a colleague's save nor another device can interfere.
      await revision.write(async (transaction) => {
        const row = await findDocumentRow(transaction, DOCUMENT_KINDS[kind], id);
        // Users who may only read the document can have drafts too, but their drafts do not affect its versions.
        if (row !== undefined && mayWrite(staff, DOCUMENT_KINDS[kind], row)) {
          if (isRestored === true) await endAutosaveSession(transaction, kind, id);
          if (continues !== undefined) await storeReplacedDraft(transaction, { key, row }, draft, continues);
        }
        await storeDraft(transaction, key, draft);
      }, 'internal');
      return draft;
    },
    { audit: null },
  );

  mount(
    deleteDocumentDraft,
    async ({ params, query, staff }) => {
      const { kind, id } = await readDocument(params);
      await deleteDraft(db, { kind, id, userId: staff.id }, query.savedAt);
      return { _id: id };
    },
    { audit: null },
  );
};
