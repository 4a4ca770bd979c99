import { escapeHtml } from '@site/shared/domain/escape-html';
import type { VersionKind } from '@site/shared/domain/kinds';
import { stripMarkup } from '@site/shared/domain/strip-markup';
import { sql } from 'kysely';
import { listTextImages } from './consent-queries.ts';
import { DOCUMENT_KINDS, listTextColumns, matchesDocument } from './document-kinds.ts';
import { dequeueChangedTexts } from './queues.ts';
import type { Database } from './schema/tables.ts';

export const IMAGE_TAG = /<img\b[^>]*>/g;

const listImageTags = (html: string, imageId: string): string[] => (html.match(IMAGE_TAG) ?? []).filter((tag) => tag.includes(`/${imageId}.`));

const readAlt = (tag: string): string => stripMarkup(/\balt="([^"]*)"/.exec(tag)?.[1] ?? '').trim();

const lacksAlt = (tag: string): boolean => readAlt(tag) === '' && !/\brole="presentation"/.test(tag);

export const setAltInText = (html: string, imageId: string, alt: string): string =>
  html.replace(IMAGE_TAG, (tag) => (tag.includes(`/${imageId}.`) && lacksAlt(tag) ? tag.replace(/\balt=""/, () => `alt="${escapeHtml(alt)}"`) : tag));

interface DocumentText {
  readonly text: string;
  readonly isPublic: boolean;
}

const readText = async (db: Database, kind: VersionKind, id: string): Promise<DocumentText> => {
  const { table } = DOCUMENT_KINDS[kind];
  const columns = listTextColumns(DOCUMENT_KINDS[kind]).map(([, column]) => column);
  const { rows } = await sql<Readonly<Record<string, string | null>>>`
    select ${sql.join(columns.map((column) => sql.ref(column)))}, deleted_at, status from ${sql.table(table)} where id = ${id}`.execute(db);
  const [row = {}] = rows;
  return { text: columns.map((column) => row[column] ?? '').join(''), isPublic: row.status === 'published' && row.deleted_at === null };
};

/** Indexes the images in up to `limit` changed texts, within the caller's transaction. `isVisible` is true if visitors may see different images. */
export const indexChangedTexts = async (db: Database, limit: number) => {
  const changedTexts = await dequeueChangedTexts(db, limit);
  let isVisible = false;
  for (const { kind, document_id } of changedTexts) {
    const { text, isPublic } = await readText(db, kind, document_id);
    isVisible ||= isPublic;
    await db
      .deleteFrom('text_images')
      .where(matchesDocument({ kind, id: document_id }))
      .execute();
    const rows = listTextImages(text).map((image_id) => ({
      image_id,
      kind,
      document_id,
      has_alt: listImageTags(text, image_id).some(lacksAlt) ? (0 as const) : (1 as const),
    }));
    if (rows.length > 0) await db.insertInto('text_images').values(rows).execute();
  }
  return { count: changedTexts.length, isVisible };
};

/** Returns the first alternative text given to the image in any document's text, or '' if there is none. */
export const findTextAlt = async (db: Database, imageId: string): Promise<string> => {
  const texts = await db.selectFrom('text_images').select(['kind', 'document_id']).where('image_id', '=', imageId).where('has_alt', '=', 1).limit(5).execute();
  for (const { kind, document_id } of texts) {
    const alt = listImageTags((await readText(db, kind, document_id)).text, imageId)
      .map(readAlt)
      .find((text) => text !== '');
    if (alt !== undefined) return alt;
  }
  return '';
};
