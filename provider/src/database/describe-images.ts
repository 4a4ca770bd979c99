import { type Kysely, sql } from 'kysely';
import { DESCRIBED_TABLES } from './image-uses.ts';
import { findImagesWithoutText, setImageAlt } from './library-queries.ts';
import type { Tables } from './schema.ts';
import { findTextAlt, readChangedTexts } from './text-images.ts';

/** The alternative text of something that shows the image; '' for none. */
const findAlt = async (db: Kysely<Tables>, imageId: string): Promise<string> => {
  const selects = DESCRIBED_TABLES.map(
    ({ table, alt }) => sql`select ${sql.ref(alt)} as alt from ${sql.table(table)} where picture_id = ${imageId} and ${sql.ref(alt)} <> ''`,
  );
  const { rows } = await sql<{ alt: string }>`select alt from (${sql.join(selects, sql` union all `)}) as described limit 1`.execute(db);
  return rows[0]?.alt ?? (await findTextAlt(db, imageId));
};

/** Gives up to `limit` images that have none the alternative text of what shows them. Returns the number of images. */
export const describeImages = async (db: Kysely<Tables>, limit: number): Promise<number> => {
  const images = await findImagesWithoutText(db, limit);
  for (const { id, default_alt: alt } of images) await setImageAlt(db, id, alt || (await findAlt(db, id)));
  return images.length;
};

const BATCH = 100;

/** Reads the images of all texts, and the alternative texts of all images: after samples were inserted. */
export const readAllImageTexts = async (db: Kysely<Tables>): Promise<void> => {
  while ((await readChangedTexts(db, BATCH)).count > 0);
  while ((await describeImages(db, BATCH)) > 0);
};

interface DocumentImage {
  readonly imageId: string;
  /** Of the document; undefined if the image is new to it. */
  readonly before: string | undefined;
  readonly after: string;
  /** Whether only this document shows the image. */
  readonly isOwn: boolean;
}

/** An image that one document shows has its alternative text. Another one keeps its own, and gets what it lacks. */
export const followDocumentAlt = async (db: Kysely<Tables>, { imageId, before, after, isOwn }: DocumentImage): Promise<void> => {
  const image = await db.selectFrom('pictures').select(['default_alt', 'alt_key']).where('id', '=', imageId).executeTakeFirst();
  if (image === undefined || (image.default_alt === after && image.alt_key !== null)) return;
  const follows = image.default_alt === '' || (isOwn && (before === undefined || image.default_alt === before));
  await setImageAlt(db, imageId, follows ? after : image.default_alt);
};
