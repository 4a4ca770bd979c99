import type { KindNames } from './kind.ts';

export const createContractSource = ({ one, One, many, Many }: KindNames): string => `import * as v from 'valibot';
import { contentKind, formSchema, richTextField, textField } from '../domain/content-kind.ts';
import { slugField } from '../domain/form-fields.ts';
import { publicationStatusSchema } from '../domain/publication-status.ts';
import { endpoint } from './endpoint.ts';
import { decorativeFlag, deletedSchema, focalPoint, imageColor, optionalText, staffFields, timestamp } from './fields.ts';
import { listQuerySchema, paginated, sortQuery, summaryView } from './pagination.ts';

/** Describe a ${one} here. \`content\` is sanitised HTML; \`coverImage\` is '' when there is none. */
export const ${one}Schema = v.object({
  _id: v.string(),
  slug: optionalText,
  title: optionalText,
  content: optionalText,
  coverImage: optionalText,
  coverImageAlt: optionalText,
  coverImageFocal: focalPoint,
  coverImageColor: imageColor,
  decorative: decorativeFlag,
  /** URL of an image for link previews; absent for content that is not public. */
  shareImage: v.optional(v.string()),
  status: v.nullish(v.fallback(publicationStatusSchema, 'draft'), 'published'),
  /** When a \`scheduled\` ${one} is published, or when it was published. */
  publishAt: timestamp,
  ...staffFields,
  updatedAt: timestamp,
  isSample: v.nullish(v.boolean(), false),
});
export interface ${One} extends v.InferOutput<typeof ${one}Schema> {}

export const get${One} = endpoint({ method: 'GET', path: '/${many}/:slug', access: 'public', envelope: 'data', response: ${one}Schema });

/** Lists ${many}, newest first. \`view=summary\`: without long texts. */
export const list${Many} = endpoint({
  method: 'GET',
  path: '/${many}',
  access: 'public',
  envelope: 'data',
  query: v.object({ ...listQuerySchema.entries, view: summaryView, sort: sortQuery('title', 'status', 'publishAt', 'updatedAt') }),
  response: v.array(${one}Schema),
});
export const list${Many}Page = paginated(list${Many});

export const ${one}Kind = contentKind({
  name: '${one}',
  fields: {
    title: textField({ label: 'Title', maxLength: 140, required: 'Enter a title' }),
    content: richTextField({ label: 'Content', requiredToPublish: 'Write something before you publish', search: 'text', inSummary: 'beginning' }),
    /** If empty, made from the title. */
    slug: { label: 'Slug', schema: slugField, isFilled: true },
  },
  image: { name: 'coverImage', label: 'Cover photo', altField: 'coverImageAlt', removeField: 'removeCoverImage', altRequired: 'to-publish' },
  publishAtField: 'publishAt',
});

/** The file field is \`coverImage\`. */
export const ${one}FormSchema = formSchema(${one}Kind);
export type ${One}Form = v.InferOutput<typeof ${one}FormSchema>;

const form = { access: 'staff', envelope: 'data', body: ${one}FormSchema, bodyType: 'multipart', response: ${one}Schema } as const;
export const create${One} = endpoint({ ...form, method: 'POST', path: '/${many}', status: 201 });
export const update${One} = endpoint({ ...form, method: 'PUT', path: '/${many}/:id' });
/** Moves the ${one} to the trash for 30 days. */
export const delete${One} = endpoint({ method: 'DELETE', path: '/${many}/:id', access: 'staff', envelope: 'data', response: deletedSchema });
/** Requires the same permission as deleting. */
export const restore${One} = endpoint({ method: 'POST', path: '/${many}/:id/restore', access: 'staff', envelope: 'data', response: ${one}Schema });
`;

export const createQueriesSource = ({ one, One, many, Many }: KindNames): string => `import { type RawBuilder, sql } from 'kysely';
import { countRows, listRows, type PageRequest, type RowList, readCounts, toSqlOrder } from './page.ts';
import type { Database } from './schema/tables.ts';
import { createSearch, type Search } from './search.ts';
import type { TrashState } from './trash-queries.ts';

const select${Many} = (db: Database, state: TrashState = 'active') =>
  db
    .selectFrom('${many}')
    .leftJoin('pictures', 'pictures.id', '${many}.picture_id')
    .selectAll('${many}')
    .select(['pictures.version', 'pictures.format', 'pictures.focal_x', 'pictures.focal_y', 'pictures.color', 'pictures.is_decorative'])
    .where('${many}.deleted_at', state === 'active' ? 'is' : 'is not', null);

export type ${One}Row = Awaited<ReturnType<ReturnType<typeof select${Many}>['execute']>>[number];

const SORTS = {
  title: sql\`${many}.search_key\`,
  status: sql\`${many}.status\`,
  publishAt: sql\`coalesce(${many}.publish_at, '')\`,
  updatedAt: sql\`${many}.updated_at\`,
};

/** Newest first; documents without a date come before all others. */
const getOrder = (request: PageRequest): RawBuilder<unknown> => toSqlOrder(SORTS, request) ?? sql\`coalesce(${many}.publish_at, '9') desc\`;

const selectVisible = (db: Database, { visibility }: PageRequest) => {
  const query = db.selectFrom('${many}').where('${many}.deleted_at', 'is', null);
  return visibility === 'all' ? query : query.where('${many}.status', '=', 'published');
};

const selectMatching = (db: Database, request: PageRequest, search?: Search) => {
  let query = selectVisible(db, request);
  if (request.status !== 'all') query = query.where('${many}.status', '=', request.status);
  if (search !== undefined) query = query.where(search.condition);
  return query;
};

export const list${One}Rows = async (db: Database, request: PageRequest): Promise<RowList<${One}Row>> => {
  const { visibility, status, search: title, terms } = request;
  const search = await createSearch(db, '${one}', '${many}.id', request);
  const matching = selectMatching(db, request, search);
  return listRows(request, {
    findIds: async (limit) => {
      const rows = matching.select('${many}.id').orderBy(getOrder(request)).orderBy('${many}.id').limit(limit).offset(request.offset);
      return (await rows.execute()).map(({ id }) => id);
    },
    findRows: (ids) => {
      const rows = select${Many}(db).where('${many}.id', 'in', ids);
      return (visibility === 'all' ? rows : rows.where('${many}.status', '=', 'published')).execute();
    },
    count: async () => search?.count() ?? (await readCounts(db, visibility, ['matching ${many}', status, title, terms], () => countRows(matching))).all,
    getCounts: () => readCounts(db, visibility, ['${many}'], () => countRows(selectVisible(db, request), { draft: sql\`${many}.status = 'draft'\` })),
  });
};

export const find${One}Row = async (db: Database, idOrSlug: string, state: TrashState = 'active'): Promise<${One}Row | undefined> =>
  (await select${Many}(db, state).where('${many}.id', '=', idOrSlug).executeTakeFirst()) ??
  (await select${Many}(db, state).where('${many}.slug', '=', idOrSlug).executeTakeFirst());
`;

export const createEndpointsSource = ({
  one,
  One,
  many,
  Many,
}: KindNames): string => `import { create${One}, delete${One}, get${One}, list${Many}, restore${One}, type ${One}, ${one}Kind, update${One} } from '@site/shared/contracts/${one}';
import { formatLongDate } from '@site/shared/domain/dates';
import type { ColumnsOf } from '../../database/content-store.ts';
import { toDecorative, toFocalPoint, toImageColor, toImageRef } from '../../database/image-queries.ts';
import { toPageRequest } from '../../database/page.ts';
import { find${One}Row, list${One}Rows, type ${One}Row } from '../../database/${one}-queries.ts';
import { createFieldReader, createSummary } from '../../domain/content-columns.ts';
import type { Staff } from '../../domain/permissions.ts';
import type { ImageUrls } from '../../images/image-urls.ts';
import { getShareCardUrl, toCard } from '../../images/share-card.ts';
import { mountContent, type StoredKind } from '../content-endpoints.ts';
import type { Mount } from '../mount-endpoint.ts';
import type { Services } from '../services.ts';

const read${One}Fields = createFieldReader(${one}Kind);
const summarise${One} = createSummary(${one}Kind);

const to${One}Card = (row: ${One}Row) => toCard('${one}', row, row.status === 'published', formatLongDate(row.publish_at));

/** Converts a row to the fields of the contract. */
const to${One} = (row: ${One}Row, imageUrls: ImageUrls, staff: Staff | null): ${One} => ({
  ...read${One}Fields(row),
  ...(staff !== null && { authorId: row.author_id, unpublishAt: row.unpublish_at }),
  _id: row.id,
  coverImage: imageUrls.getUrl(toImageRef(row.picture_id, row.version, row.format), row.status === 'published'),
  coverImageAlt: row.picture_alt,
  coverImageFocal: toFocalPoint(row.focal_x, row.focal_y),
  coverImageColor: toImageColor(row.color),
  shareImage: getShareCardUrl(to${One}Card(row)),
  status: row.status,
  publishAt: row.publish_at,
  updatedAt: row.updated_at,
  isSample: row.is_sample === 1,
});

export const mount${Many} = (mount: Mount, services: Services): StoredKind => {
  const { db, imageUrls } = services;

  mount(
    list${Many},
    async ({ caller, query }) => {
      const rows = await list${One}Rows(db, toPageRequest(query, caller));
      return rows.map((row) => ({ ...to${One}(row, imageUrls, caller), ...(query.view === 'summary' && summarise${One}(row)) }));
    },
    { isCached: true },
  );

  return mountContent(mount, services, {
    kind: ${one}Kind,
    endpoints: { get: get${One}, create: create${One}, update: update${One}, remove: delete${One}, restore: restore${One} },
    find: find${One}Row,
    getOwnership: (row: ${One}Row) => ({ authorId: row.author_id, status: row.status }),
    getStatus: (form, current) => form.status ?? current?.status ?? 'draft',
    getNewColumns: (staff) => ({ author_id: staff.id }) satisfies ColumnsOf<'${many}'>,
    getColumns: ({ form, current, status, now }) => {
      const chosenTime = form.publishAt ?? current?.publish_at ?? null;
      return { status, publish_at: status === 'published' ? (chosenTime ?? now.toISOString()) : chosenTime } satisfies ColumnsOf<'${many}'>;
    },
    toResponse: (row: ${One}Row, staff, urls) => ({ ...to${One}(row, urls, staff), ...toDecorative(row, staff) }),
    toCard: to${One}Card,
  });
};
`;
