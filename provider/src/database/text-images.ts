import { escapeHtml } from '@site/shared/domain/escape-html';
import { stripMarkup } from '@site/shared/domain/strip-markup';
import { type Kysely, sql } from 'kysely';
import { listTextImages } from './consent-queries.ts';
import { DOCUMENT_KINDS, listTextColumns } from './document-kinds.ts';
import type { TextImageTable } from './library-tables.ts';
import type { Tables } from './schema.ts';

type TextKind = TextImageTable['kind'];

const IMAGE_TAG = /<img\b[^>]*>/g;

const listImageTags = (html: string, imageId: string): string[] => (html.match(IMAGE_TAG) ?? []).filter((tag) => tag.includes(`/${imageId}.`));

const readAlt = (tag: string): string => stripMarkup(/\balt="([^"]*)"/.exec(tag)?.[1] ?? '').trim();

/** Of a sanitised text; a decorative image lacks nothing. */
const lacksAlt = (tag: string): boolean => readAlt(tag) === '' && !/\brole="presentation"/.test(tag);

/** A text whose images with this id have an alternative text, if they lacked one. */
export const describeInText = (html: string, imageId: string, alt: string): string =>
  html.replace(IMAGE_TAG, (tag) => (tag.includes(`/${imageId}.`) && lacksAlt(tag) ? tag.replace(/\balt=""/, () => `alt="${escapeHtml(alt)}"`) : tag));

/** All rich texts of a document. */
const readText = async (db: Kysely<Tables>, kind: TextKind, id: string): Promise<string> => {
  const columns = listTextColumns(DOCUMENT_KINDS[kind]).map(([, column]) => sql.ref(column));
  const { rows } = await sql<
    Readonly<Record<string, string>>
  >`select ${sql.join(columns)} from ${sql.table(DOCUMENT_KINDS[kind].table)} where id = ${id}`.execute(db);
  return Object.values(rows[0] ?? {}).join('');
};

/** Reads which images up to `limit` changed texts show, in the transaction of the caller. Returns the number of texts. */
export const readChangedTexts = async (db: Kysely<Tables>, limit: number): Promise<number> => {
  const changed = await db.selectFrom('text_image_queue').selectAll().orderBy('kind').orderBy('document_id').limit(limit).execute();
  for (const { kind, document_id } of changed) {
    await db.deleteFrom('text_image_queue').where('kind', '=', kind).where('document_id', '=', document_id).execute();
    const text = await readText(db, kind, document_id);
    await db.deleteFrom('text_images').where('kind', '=', kind).where('document_id', '=', document_id).execute();
    const rows = listTextImages(text).map((image_id) => ({
      image_id,
      kind,
      document_id,
      has_alt: listImageTags(text, image_id).some(lacksAlt) ? (0 as const) : (1 as const),
    }));
    if (rows.length > 0) await db.insertInto('text_images').values(rows).execute();
  }
  return changed.length;
};

/** The first alternative text that a text gives an image; '' for none. */
export const findTextAlt = async (db: Kysely<Tables>, imageId: string): Promise<string> => {
  const texts = await db.selectFrom('text_images').select(['kind', 'document_id']).where('image_id', '=', imageId).where('has_alt', '=', 1).limit(5).execute();
  for (const { kind, document_id } of texts) {
    const alt = listImageTags(await readText(db, kind, document_id), imageId)
      .map(readAlt)
      .find((each) => each !== '');
    if (alt !== undefined) return alt;
  }
  return '';
};
