import type { Selectable } from 'kysely';
import type { Staff } from '../domain/permissions.ts';
import { listImageUses, listQueuedUses, type Visibility } from './image-uses.ts';
import { UPLOAD_LOCATIONS } from './schema/content.ts';
import type { Database, Tables } from './schema/tables.ts';
import { isImageInVersions } from './version-queries.ts';

export type StoredImage = Selectable<Tables['pictures']>;
export type ImageRef = Pick<StoredImage, 'id' | 'version' | 'format'>;

export const findStoredImage = (db: Database, id: string): Promise<StoredImage | undefined> =>
  db.selectFrom('pictures').selectAll().where('id', '=', id).executeTakeFirst();

export const toImageRef = (id: string | null, version: number | null, format: string | null): ImageRef | null =>
  id === null || version === null || format === null ? null : { id, version, format };

export const toFocalPoint = (x: number | null, y: number | null): { x: number; y: number } | null => (x === null || y === null ? null : { x, y });

export const findImagesWithoutColor = (db: Database, limit: number): Promise<ImageRef[]> =>
  db.selectFrom('pictures').select(['id', 'version', 'format']).where('color', 'is', null).orderBy('id').limit(limit).execute();

export const setImageColor = async (db: Database, { id, version }: ImageRef, color: string): Promise<void> => {
  await db.updateTable('pictures').set({ color }).where('id', '=', id).where('version', '=', version).execute();
};

export const toImageColor = (color: string | null): string | undefined => color || undefined;

/** Flags decorative images for staff, because staff screens ask for missing alternative texts. */
export const toDecorative = ({ is_decorative: isDecorative }: { readonly is_decorative: number | null }, staff: Staff | null): { decorative?: boolean } =>
  staff === null || isDecorative !== 1 ? {} : { decorative: true };

/** Who may see an image, which depends on the content that shows the image. Content in the trash does not count, not even for staff. */
export type ImageAudience = 'everyone' | 'staff' | 'nobody';

/**
 * Determines the audience from everything that shows the image. If no public content shows the image, only staff may see it: in drafts, in the library, or
 * before its first use.
 */
export const findImageAudience = async (
  db: Database,
  { id, is_in_text: uploadLocation, trashed_at: trashedAt }: Pick<StoredImage, 'id' | 'is_in_text' | 'trashed_at'>,
): Promise<ImageAudience> => {
  const uses: Visibility[] = await listImageUses(db, [id]);
  if (uploadLocation === UPLOAD_LOCATIONS.text && !uses.some(({ isPublic }) => isPublic)) uses.push(...(await listQueuedUses(db, id)));
  if (uses.some(({ isPublic }) => isPublic)) return 'everyone';
  if (uses.some(({ isTrashed }) => !isTrashed)) return 'staff';
  // Everyone who may see a version may also see its images.
  if (trashedAt !== null) return (await isImageInVersions(db, id)) ? 'staff' : 'nobody';
  if (uses.length === 0 || uploadLocation === UPLOAD_LOCATIONS.library) return 'staff';
  return uploadLocation === UPLOAD_LOCATIONS.document && (await isImageInVersions(db, id)) ? 'staff' : 'nobody';
};
