import type { ContentField } from '@site/shared/domain/content-kind';
import { PUBLICATION_STATUSES } from '@site/shared/domain/publication-status';
import * as v from 'valibot';
import type { StoredRow } from '../../database/transfer-queries.ts';
import type { Columns } from '../../domain/content-columns.ts';
import type { StoredKind } from '../content-endpoints.ts';
import type { ArchiveDocument } from './archive-format.ts';

const listSchema = v.pipe(v.string(), v.parseJson(), v.array(v.string()));
const statusSchema = v.fallback(v.picklist(PUBLICATION_STATUSES), 'draft');

/** Normalises a text as the kind's form would store it today. Rows from an earlier release may contain '' where a choice now has a default. */
export const normaliseText = (field: ContentField | undefined, value: string): string => {
  const parsed = field === undefined ? undefined : v.safeParse(field.schema, value);
  return parsed?.success === true && typeof parsed.output === 'string' ? parsed.output : value;
};

const readValue = (field: ContentField | undefined, value: string | number | null | undefined): ArchiveDocument['fields'][string] => {
  // A field whose schema accepts an array is a list, which is stored as JSON.
  if (typeof value === 'string' && field !== undefined && v.is(field.schema, [])) return v.parse(listSchema, value);
  return typeof value === 'string' ? normaliseText(field, value) : (value ?? (field?.format === 'number' ? null : ''));
};

const toText = (value: string | number | null | undefined): string | null => (value === null || value === undefined ? null : String(value));

const toFlag = (value: string | number | null | undefined): boolean | null => (value === null || value === undefined ? null : value === 1);

/** Returns the event columns that have no form field. A version 1 ZIP does not contain them. */
export const toEventColumns = ({ series, isUpcoming }: ArchiveDocument): Columns => ({
  ...(series === undefined ? {} : { series_id: series }),
  ...(isUpcoming === undefined ? {} : { upcoming_override: isUpcoming === null ? null : Number(isUpcoming) }),
});

/** Converts a stored row to its archive format, with every field that its kind declares. An image names its album only if `albums` contains it. */
export const toArchiveDocument = ({ kind, columnNames, publishAtColumn }: StoredKind, row: StoredRow, albums: ReadonlySet<string>): ArchiveDocument => {
  const { altField } = kind.image;
  const fields = Object.entries(columnNames).filter(([name]) => name !== altField);
  const album = String(row.album_id ?? '');
  return {
    id: row.id,
    fields: {
      ...Object.fromEntries(fields.map(([name, column]) => [name, readValue(kind.fields[name], row[column])])),
      ...(kind.name === 'image' ? { album: albums.has(album) ? album : '' } : {}),
    },
    image: toText(row.picture_id),
    imageAlt: String(row[columnNames[altField] ?? ''] ?? ''),
    status: v.parse(statusSchema, row.status),
    publishAt: publishAtColumn === null ? null : toText(row[publishAtColumn]),
    unpublishAt: toText(row.unpublish_at),
    ...(kind.name === 'event' ? { series: String(row.series_id), isUpcoming: toFlag(row.upcoming_override) } : {}),
    ...(typeof row.position === 'number' ? { position: row.position } : {}),
    createdAt: String(row.created_at),
  };
};
