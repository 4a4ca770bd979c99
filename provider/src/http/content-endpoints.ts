import type { Endpoint } from '@site/shared/contracts/endpoint';
import type { deletedSchema } from '@site/shared/contracts/fields';
import type { ContentImage, ContentKind, FieldErrors } from '@site/shared/domain/content-kind';
import { toLagosDay } from '@site/shared/domain/dates';
import { isSlugKind, KINDS, type KindName } from '@site/shared/domain/kinds';
import { checkPhotoConsent, NO_CONSENT } from '@site/shared/domain/photo-consent';
import type { PublicationStatus } from '@site/shared/domain/publication-status';
import type * as v from 'valibot';
import { checkDocument, NO_PENDING_IMAGES, type PendingImages, removeMissingImages } from '../content/check-document.ts';
import { type ContentTransaction, changeDocument, createDocument } from '../content/write-document.ts';
import { recordPhotoConsent, toPhotoConsent } from '../database/consent-queries.ts';
import { chooseFreeSlug, type WrittenColumns } from '../database/content-store.ts';
import { DOCUMENT_KINDS, type DocumentKind, listTextColumns } from '../database/document-kinds.ts';
import { isUniqueViolation } from '../database/engine-errors.ts';
import { findIdByFormerSlug } from '../database/former-slugs.ts';
import { listIdsWithSameFile } from '../database/image-family.ts';
import { findStoredImage, type StoredImage } from '../database/image-queries.ts';
import { isShared, isUsedOnlyInDraftsOf, listImageUses, type StoredImageUse } from '../database/image-uses.ts';
import { findLibraryRow, setDecorative, syncLibraryAlt } from '../database/library-queries.ts';
import type { Database } from '../database/schema/tables.ts';
import type { TrashState } from '../database/trash-queries.ts';
import { findLastEditor, isImageOfVersion } from '../database/version-queries.ts';
import { type ColumnNames, type Columns, type ContentForm, mergeColumns } from '../domain/content-columns.ts';
import { checkVersion, EditConflictError, isUnconditional } from '../domain/edit-conflicts.ts';
import { ConflictError, NotFoundError, ValidationError } from '../domain/errors.ts';
import { createId } from '../domain/ids.ts';
import { hasMinimumRole, type Ownership, requireWriteAccess, type Staff } from '../domain/permissions.ts';
import type { UploadedFile } from '../images/accept-upload.ts';
import { planImageChange, planKeptImage, writeWithImage } from '../images/change-image.ts';
import type { ImageUrls } from '../images/image-urls.ts';
import type { ShareCard } from '../images/share-card.ts';
import { createIdempotently, getIdempotencyHash } from './idempotency-key.ts';
import type { Mount } from './mount-endpoint.ts';
import { includesConsent, mergeConsent, parseForm, parseUnsavedInput, throwErrors } from './parse-form.ts';
import { requireFound } from './require-found.ts';
import type { Services } from './services.ts';
import { mountTrash } from './trash-endpoints.ts';

const SLUG_TAKEN_MESSAGE = 'Another page already uses this URL';

/** Maximum attempts for a save that does not state its base version. */
const SAVE_ATTEMPTS = 5;

export type ContentRow = Columns & {
  readonly id: string;
  readonly updated_at: string;
  readonly picture_id: string | null;
  readonly unpublish_at?: string | null;
};

interface Draft<Form, Row> {
  readonly form: Form;
  readonly current: Row | undefined;
  readonly status: PublicationStatus;
  /** Values of the columns in `columnNames`, as they will be stored. */
  readonly columns: Columns;
  /** Imported values for columns that have no form field. */
  readonly importedColumns: Columns;
  readonly staff: Staff;
  readonly now: Date;
}

/** Provider-side definition of a kind of content: its table, who owns a row, and the columns that are not form fields. */
interface ContentResource<Form extends ContentForm, Row extends ContentRow, Response extends v.GenericSchema, Query extends v.GenericSchema | undefined> {
  readonly kind: ContentKind;
  readonly endpoints: {
    readonly get: Endpoint<Response, undefined, Query>;
    readonly create: Endpoint<Response, v.GenericSchema<unknown, Form>>;
    readonly update: Endpoint<Response, v.GenericSchema<unknown, Form>>;
    readonly remove: Endpoint<typeof deletedSchema>;
    readonly restore: Endpoint<Response>;
  };
  readonly emptyColumns?: Columns;
  find(db: Database, idOrSlug: string, state?: TrashState): Promise<Row | undefined>;
  /** Finds the row created by a request with the same `Idempotency-Key`, if the table has a `sent_hash`. */
  findBySentHash?(db: Database, sentHash: string): Promise<Row | undefined>;
  getOwnership(row: Row): Ownership;
  getStatus(form: Form, current: Row | undefined, staff: Staff): PublicationStatus;
  getNewColumns(staff: Staff): WrittenColumns;
  /** Returns the columns that are computed on every save. Throws for a value that cannot be stored. */
  getColumns(draft: Draft<Form, Row>): WrittenColumns | Promise<WrittenColumns>;
  toResponse(row: Row, staff: Staff | null, imageUrls: ImageUrls): v.InferInput<Response>;
  /** Returns the card for link previews, or null if the row is not public. */
  toCard(row: Row): ShareCard | null;
  /** Returns additional data that the query requests. The response schema drops all fields that it does not declare. */
  getExtras?(row: Row, query: Query extends v.GenericSchema ? v.InferOutput<Query> : undefined): Promise<object>;
}

const findFile = ({ name, aliases = [], removeField }: ContentImage, files: readonly UploadedFile[]): UploadedFile | undefined =>
  // If the document itself is an image, accept a file in any field.
  files.find(({ field }) => field === name || aliases.includes(field)) ?? (removeField === null ? files[0] : undefined);

const toText = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);
const toFocalCoordinate = (value: unknown): number | null | undefined => (typeof value === 'number' || value === null ? value : undefined);

/** Ignores an expiry date in the past, so that republishing does not fail validation. */
const chooseUnpublishAt = ({ unpublishAt }: ContentForm, storedTime: string | null, now: Date): string | null => {
  if (unpublishAt !== undefined) return toText(unpublishAt) ?? null;
  return storedTime !== null && storedTime <= now.toISOString() ? null : storedTime;
};

interface ImportedDocument {
  readonly id: string;
  readonly importedColumns: Columns;
  readonly newColumns: WrittenColumns;
  /** If set, the document is checked with these images and nothing is written. */
  readonly pendingImages: PendingImages | null;
}

/** The functions of a content kind that exports, imports, review links and link previews use. */
export interface StoredKind {
  readonly kind: ContentKind;
  readonly columnNames: ColumnNames;
  readonly publishAtColumn: 'published_at' | 'publish_at' | null;
  find(idOrSlug: string, state?: TrashState): Promise<ContentRow | undefined>;
  parse(input: object): ContentForm;
  /** Saves an imported document under the same rules as a save by staff. */
  importDocument(staff: Staff, form: ContentForm, current: ContentRow | undefined, imported: ImportedDocument): Promise<void>;
  /** Returns the document as visitors would see it, regardless of its status. Returns undefined if it does not exist. */
  findShown(id: string, imageUrls: ImageUrls): Promise<Readonly<Record<string, unknown>> | undefined>;
  /** Returns the card for link previews, or null if the document is missing or not public. */
  findCard(idOrSlug: string): Promise<ShareCard | null>;
}
export type StoredKinds = Readonly<Record<KindName, StoredKind>>;

/** Mounts the endpoints that read, create, update, delete and restore documents of a kind. */
export const mountContent = <
  Form extends ContentForm,
  Row extends ContentRow,
  Response extends v.GenericSchema,
  Query extends v.GenericSchema | undefined = undefined,
>(
  mount: Mount,
  services: Services,
  resource: ContentResource<Form, Row, Response, Query>,
): StoredKind => {
  const { db, now, uploadLimit, imageUrls } = services;
  const { kind, endpoints } = resource;
  const documentKind: DocumentKind = DOCUMENT_KINDS[kind.name];
  const { table, columnNames, versionKind, publishAtColumn } = documentKind;

  const find = async (idOrSlug: string | undefined): Promise<Row> => requireFound(await resource.find(db, idOrSlug ?? ''), KINDS[kind.name].label);

  const chooseSlug = async (form: Form, current: Row | undefined, title: string): Promise<WrittenColumns> => {
    if (!isSlugKind(kind.name)) return {};
    const slug = toText(form.slug) || toText(current?.slug);
    // A slug must not equal another document's id, because URLs may contain either.
    if (slug !== undefined && slug !== current?.slug && (await resource.find(db, slug))?.id === slug)
      throw new ConflictError(`${SLUG_TAKEN_MESSAGE}.`, { slug: SLUG_TAKEN_MESSAGE });
    return { slug: slug ?? (await chooseFreeSlug(db, kind.name, title)) };
  };

  const checkChosenImage = async (connection: Database, id: string, current: Row | undefined): Promise<void> => {
    const isVersionImage = async () => versionKind !== null && current !== undefined && (await isImageOfVersion(connection, versionKind, current.id, id));
    if ((await findLibraryRow(connection, id)) === undefined && !(await isVersionImage()))
      throw new ValidationError({ [kind.image.name]: 'This photo no longer exists' });
  };

  /** Returns the id of the image that the form selects from the library or from a version, if it is not the document's current image. */
  const getChosenImage = (form: Form, current: Row | undefined): string | undefined => {
    const id = toText(form.imageId);
    return id === '' || id === current?.picture_id ? undefined : id;
  };

  const listOtherUses = async (connection: Database, imageId: string, current: Row | undefined): Promise<StoredImageUse[]> =>
    (await listImageUses(connection, await listIdsWithSameFile(connection, imageId))).filter(({ _id }) => _id !== current?.id);

  /** NS-08: contributors may change the image's own properties only if nothing but their own drafts shows the image. */
  const requireImageAccess = async (staff: Staff, image: StoredImage, form: Form, current: Row | undefined): Promise<void> => {
    const { focalX, focalY, decorative } = form;
    const storedConsent = toPhotoConsent(image);
    const isChanged =
      (focalX !== undefined && focalY !== undefined && (focalX !== image.focal_x || focalY !== image.focal_y)) ||
      (decorative !== undefined && decorative !== (image.is_decorative === 1)) ||
      JSON.stringify(mergeConsent(form, storedConsent)) !== JSON.stringify(storedConsent);
    if (!isChanged || hasMinimumRole(staff, 'editor')) return;
    const otherUses = await listOtherUses(db, image.id, current);
    if (otherUses.length > 0 && !isUsedOnlyInDraftsOf(otherUses, staff.id))
      throw new ValidationError({ [kind.image.name]: 'Other content uses this photo too. Ask an editor to change it.' });
  };

  const explainConflict = (reason: unknown): never => {
    if (!isSlugKind(kind.name) || !isUniqueViolation(reason)) throw reason;
    const message = `Another ${KINDS[kind.name].label.toLowerCase()} already uses this URL`;
    throw new ConflictError(`${message}.`, { slug: message });
  };

  /** Returns the columns that contain the changes discarded by the writer in favour of the stored document. */
  const readDiscardedColumns = ({ unchosen: discardedColumns }: ContentForm, current: Row): Columns | undefined =>
    typeof discardedColumns === 'object' && discardedColumns !== null
      ? mergeColumns(
          kind,
          columnNames,
          parseUnsavedInput((input) => parseForm(endpoints.update.body, input), { ...discardedColumns }),
          current,
        )
      : undefined;

  interface SaveOptions {
    readonly current?: Row;
    readonly ifMatch?: string | undefined;
    readonly sentHash?: string | null;
    readonly imported?: ImportedDocument;
  }

  const save = async (
    staff: Staff,
    form: Form,
    files: readonly UploadedFile[],
    { current, ifMatch, sentHash = null, imported }: SaveOptions,
  ): Promise<string> => {
    const status = resource.getStatus(form, current, staff);
    requireWriteAccess(staff, current === undefined ? null : resource.getOwnership(current), status);
    if (current !== undefined) checkVersion({ ifMatch, updatedAt: toText(form.updatedAt) }, current.updated_at);

    const { name, altField, removeField } = kind.image;
    const file = findFile(kind.image, files);
    if (file !== undefined) await uploadLimit.use(staff.id);
    const chosenImageId = file === undefined ? getChosenImage(form, current) : undefined;
    // An import stores its images before or together with the document.
    const assertExists = async (connection: Database): Promise<void> => {
      if (chosenImageId !== undefined && imported === undefined) await checkChosenImage(connection, chosenImageId, current);
    };
    await assertExists(db);
    if (file === undefined && chosenImageId === undefined && current === undefined && removeField === null)
      throw new ValidationError({ [name]: 'Choose a photo' });
    const altColumn = columnNames[altField] ?? '';
    const currentImageId = current?.picture_id ?? null;
    const isRemoved = removeField !== null && form[removeField] === true;

    const isShownElsewhere = currentImageId !== null && (await isShared(db, currentImageId, current?.id ?? ''));
    const imageId = chosenImageId ?? (isRemoved && file === undefined ? null : currentImageId);
    const image = imageId === null || file !== undefined ? undefined : await findStoredImage(db, imageId);
    if (image !== undefined) await requireImageAccess(staff, image, form, current);

    const savedAt = now();
    const formWithAlt = chosenImageId === undefined || form[altField] !== undefined ? form : { ...form, [altField]: image?.default_alt ?? '' };
    const mergedColumns = mergeColumns(kind, columnNames, formWithAlt, current ?? resource.emptyColumns ?? {});
    const texts = listTextColumns(documentKind).map(([, column]) => [column, String(mergedColumns[column] ?? '')]);
    const pending = imported?.pendingImages ?? NO_PENDING_IMAGES;
    const columns: Columns = { ...mergedColumns, ...(await removeMissingImages(db, Object.fromEntries(texts), pending)) };
    const title = String(columns.title ?? '');
    const unpublishAt = chooseUnpublishAt(form, current?.unpublish_at ?? null, savedAt);
    const writtenColumns: WrittenColumns = {
      ...columns,
      ...(await chooseSlug(form, current, title)),
      ...(await resource.getColumns({ form, current, status, columns, importedColumns: imported?.importedColumns ?? {}, staff, now: savedAt })),
      ...(publishAtColumn === null ? {} : { unpublish_at: unpublishAt }),
      is_sample: 0,
    };
    const hasImage = file !== undefined || imageId !== null;
    const pendingImage = pending.get(imageId ?? '');
    const isDecorative = typeof form.decorative === 'boolean' ? form.decorative : (pendingImage?.isDecorative ?? image?.is_decorative === 1);
    const consent = mergeConsent(form, pendingImage?.consent ?? (image === undefined ? NO_CONSENT : toPhotoConsent(image)));
    // Check before storing a file. The rules are checked again when the document is written.
    const errors = await checkDocument(db, documentKind, {
      row: writtenColumns,
      status,
      image: hasImage ? { consent, isDecorative } : undefined,
      now: savedAt,
      pending,
    });
    // Consent belongs to the photo and applies wherever it is used.
    const findConsentErrors = async (connection: Database): Promise<FieldErrors> => {
      const isShown =
        image !== undefined && includesConsent(form) && (await listOtherUses(connection, image.id, current)).some((use) => use.isPublishedOrScheduled);
      return isShown ? checkPhotoConsent(consent, toLagosDay(savedAt)) : {};
    };
    throwErrors({ ...errors, ...(await findConsentErrors(db)) });
    const id = current?.id ?? imported?.id ?? createId();
    if (imported !== undefined && imported.pendingImages !== null) return id;

    // Keep the current image if the library or a version still shows it, even if this document no longer does. An uploaded file then becomes a new image.
    const currentId = file !== undefined && isShownElsewhere ? null : imageId;
    const discardedColumns = current === undefined ? undefined : readDiscardedColumns(form, current);
    const change = await planImageChange(services, { currentId, file, focalX: toFocalCoordinate(form.focalX), focalY: toFocalCoordinate(form.focalY) });
    const replacedImage = versionKind !== null && file !== undefined && currentId !== null ? await planKeptImage(services, currentId) : null;
    // The focal point, the file and the decorative flag belong to the image and apply wherever it is used.
    const isImageChanged = file !== undefined || change.removesImage || isDecorative !== (image?.is_decorative === 1);
    const write = async (transaction: Database, recordEffect: ContentTransaction['recordEffect']): Promise<void> => {
      // A colleague may have deleted the image or used it elsewhere since it was read. If it is used elsewhere, the next attempt stores the file as a new
      // image.
      await assertExists(transaction);
      throwErrors(await findConsentErrors(transaction));
      if (file !== undefined && currentId !== null && (await isShared(transaction, currentId, current?.id ?? ''))) throw new EditConflictError();
      const isImagePublic = isImageChanged && change.imageId !== null && (await listImageUses(transaction, [change.imageId])).some((use) => use.isPublic);
      if (isImagePublic) recordEffect(change.removesImage ? 'withdrawal' : 'addition');
      if (change.imageId !== null && (file !== undefined || includesConsent(form)))
        await recordPhotoConsent(transaction, change.imageId, { consent, by: staff.name, at: savedAt });
      if (change.imageId !== null && (file !== undefined || typeof form.decorative === 'boolean'))
        await setDecorative(transaction, change.imageId, isDecorative);
      await replacedImage?.apply(transaction);
      const contentTransaction = { db: transaction, recordEffect };
      const by = { by: staff.id, at: savedAt, whenRefused: 'throw', isAutosave: form.isAutosave === true } as const;
      const storedColumns = { ...writtenColumns, picture_id: change.imageId };
      if (current === undefined) {
        const creationColumns = { ...resource.getNewColumns(staff), ...(sentHash === null ? {} : { sent_hash: sentHash }) };
        await createDocument(contentTransaction, documentKind, id, {
          ...by,
          columns: { ...creationColumns, ...storedColumns, created_at: savedAt.toISOString(), ...imported?.newColumns },
        });
      } else {
        const saveOptions = { ...by, columns: storedColumns, expected: current.updated_at, keptImageId: replacedImage?.imageId ?? null };
        await changeDocument(contentTransaction, documentKind, id, { ...saveOptions, discardedColumns });
      }
      if (change.imageId === null) return;
      const isOwn = chosenImageId === undefined && (file !== undefined || !isShownElsewhere);
      const before = file === undefined && chosenImageId === undefined ? toText(current?.[altColumn]) : undefined;
      await syncLibraryAlt(transaction, { imageId: change.imageId, before, after: toText(columns[altColumn]) ?? '', isOwn });
    };
    await writeWithImage(services, change, write).catch(async (reason: unknown) => {
      await replacedImage?.undo();
      return explainConflict(reason);
    });
    return id;
  };

  mount(
    endpoints.get,
    async ({ params, query, caller }) => {
      const [idOrSlug] = Object.values(params);
      // Also find a document by a former slug. The response contains the current slug.
      const current = await resource.find(db, idOrSlug ?? '');
      const formerOwnerId = current === undefined && isSlugKind(kind.name) ? await findIdByFormerSlug(db, kind.name, idOrSlug ?? '') : undefined;
      const row = requireFound(current ?? (formerOwnerId === undefined ? undefined : await resource.find(db, formerOwnerId)), KINDS[kind.name].label);
      if (caller === null && resource.getOwnership(row).status !== 'published') throw new NotFoundError(KINDS[kind.name].label);
      const response = resource.toResponse(row, caller, imageUrls);
      return resource.getExtras === undefined ? response : Object.assign({}, response, await resource.getExtras(row, query));
    },
    { isCached: true },
  );
  mount(endpoints.create, async ({ body, files, staff, headers }) => {
    const { findBySentHash } = resource;
    const sentHash = findBySentHash === undefined ? null : getIdempotencyHash(headers, staff);
    const row = await createIdempotently(
      async () => (sentHash === null ? undefined : findBySentHash?.(db, sentHash)),
      async () => find(await save(staff, body, files, { sentHash })),
    );
    return resource.toResponse(row, staff, imageUrls);
  });
  mount(endpoints.update, async ({ params, body, files, staff, headers }) => {
    const ifMatch = headers['If-Match'];
    const canRepeat = isUnconditional({ ifMatch, updatedAt: toText(body.updatedAt) });
    for (let attempt = 1; ; attempt += 1) {
      const current = await find(params.id);
      try {
        const id = await save(staff, body, files, { current, ifMatch });
        return resource.toResponse(await find(id), staff, imageUrls);
      } catch (reason) {
        if (!(reason instanceof EditConflictError)) throw reason;
        // Another user has since saved other fields, so merge the sent fields into the new version.
        if (canRepeat && attempt < SAVE_ATTEMPTS) continue;
        throw new EditConflictError(versionKind === null ? '' : await findLastEditor(db, versionKind, current.id));
      }
    }
  });
  mountTrash(mount, services, {
    ...resource,
    toResponse: (row: Row, staff) => resource.toResponse(row, staff, imageUrls),
    table,
    label: KINDS[kind.name].label,
    documentKind,
  });
  return {
    kind,
    columnNames,
    publishAtColumn,
    find: (idOrSlug, state) => resource.find(db, idOrSlug, state),
    parse: (input) => parseForm(endpoints.create.body, input),
    // Both casts are safe: `parse` and `find` returned the form and the row.
    importDocument: async (staff, form, current, imported) => {
      await save(staff, form as Form, [], { ...(current === undefined ? {} : { current: current as Row }), imported });
    },
    findShown: async (id, urls) => {
      const row = await resource.find(db, id);
      return row === undefined ? undefined : Object.assign({}, resource.toResponse(row, null, urls));
    },
    findCard: async (idOrSlug) => {
      const row = await resource.find(db, idOrSlug);
      return row === undefined ? null : resource.toCard(row);
    },
  };
};
