import {
  createProgram,
  deleteProgram,
  getProgram,
  listPrograms,
  type Program,
  programKind,
  restoreProgram,
  updateProgram,
} from '@site/shared/contracts/program';
import { foldText } from '@site/shared/domain/fold-text';
import { stripMarkup } from '@site/shared/domain/strip-markup';
import { sql } from 'kysely';
import type { ColumnsOf } from '../../database/content-store.ts';
import { toDecorative, toFocalPoint, toImageColor, toImageRef } from '../../database/image-queries.ts';
import { paginateRows, toPageRequest } from '../../database/page.ts';
import { findProgramRow, listProgramRows, type ProgramRow } from '../../database/program-queries.ts';
import { createFieldReader, getColumnNames } from '../../domain/content-columns.ts';
import type { ImageUrls } from '../../images/image-urls.ts';
import { getShareCardUrl, toProgramCard } from '../../images/share-card.ts';
import { mountContent } from '../content-endpoints.ts';
import type { Mount } from '../mount-endpoint.ts';
import type { Services } from '../services.ts';

const readProgramFields = createFieldReader(programKind);

/** A row as the contract names it (DATA-05, NS-06). */
const toProgram = (row: ProgramRow, imageUrls: ImageUrls): Program => ({
  ...readProgramFields(row),
  _id: row.id,
  coverImage: imageUrls.getUrl(toImageRef(row.picture_id, row.version, row.format), true),
  coverImageAlt: row.picture_alt,
  applyBy: row.apply_by,
  coverImageFocal: toFocalPoint(row.focal_x, row.focal_y),
  coverImageColor: toImageColor(row.color),
  shareImage: getShareCardUrl(toProgramCard(row)),
  updatedAt: row.updated_at,
  isSample: row.is_sample === 1,
});

const SORTS: Readonly<Record<string, (row: ProgramRow) => string>> = {
  title: ({ title }) => foldText(title),
  slug: ({ slug }) => slug,
  updatedAt: ({ updated_at: updatedAt }) => updatedAt,
};

export const mountPrograms = (mount: Mount, services: Services): void => {
  const { db, imageUrls } = services;

  mount(
    listPrograms,
    async ({ query, staff }) => {
      // Programs are few.
      const page = await paginateRows(await listProgramRows(db), toPageRequest(query, staff), {
        getTitle: (row) => row.title,
        getTexts: ({ title, slug }) => [title, slug],
        matches: ({ content, picture_id: imageId }) => {
          if (query.missing === 'text') return stripMarkup(content).trim() === '';
          return query.missing === undefined || imageId === null;
        },
        sorts: SORTS,
      });
      return page.map((row) => ({ ...toProgram(row, imageUrls), ...(query.view === 'summary' && { content: '' }) }));
    },
    { isCached: true },
  );

  mountContent(mount, services, {
    kind: programKind,
    table: 'programs',
    endpoints: { get: getProgram, create: createProgram, update: updateProgram, remove: deleteProgram, restore: restoreProgram },
    columnNames: getColumnNames(programKind),
    find: findProgramRow,
    // Programs belong to no one and are public as soon as they are saved.
    getOwnership: () => ({ authorId: null, status: 'published' }),
    getStatus: () => 'published',
    getNewColumns: () => ({ position: sql`(select coalesce(max(position), -1) + 1 from programs)` }) satisfies ColumnsOf<'programs'>,
    getColumns: () => ({}),
    toResponse: (row: ProgramRow, staff) => ({ ...toProgram(row, imageUrls), ...toDecorative(row, staff) }),
  });
};
