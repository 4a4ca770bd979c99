import {
  createProgram,
  deleteProgram,
  getProgram,
  listPrograms,
  type Program,
  type ProgramForm,
  programKind,
  restoreProgram,
  updateProgram,
} from '@site/shared/contracts/program';
import { foldText } from '@site/shared/domain/fold-text';
import type { PublicationStatus } from '@site/shared/domain/publication-status';
import { stripMarkup } from '@site/shared/domain/strip-markup';
import type { ColumnsOf } from '../../database/content-store.ts';
import { getNextPosition } from '../../database/document-kinds.ts';
import { toDecorative, toFocalPoint, toImageColor, toImageRef } from '../../database/image-queries.ts';
import { paginateRows, toPageRequest } from '../../database/page.ts';
import { findProgramRow, listProgramRows, type ProgramRow } from '../../database/program-queries.ts';
import { createFieldReader, createSummary } from '../../domain/content-columns.ts';
import type { Staff } from '../../domain/permissions.ts';
import type { ImageUrls } from '../../images/image-urls.ts';
import { getShareCardUrl, toCard } from '../../images/share-card.ts';
import { mountContent, type StoredKind } from '../content-endpoints.ts';
import type { Mount } from '../mount-endpoint.ts';
import type { Services } from '../services.ts';

const readProgramFields = createFieldReader(programKind);
const summariseProgram = createSummary(programKind);

const toProgramCard = (row: ProgramRow) => toCard('program', row, row.status === 'published', 'Program');

const toProgram = (row: ProgramRow, imageUrls: ImageUrls, staff: Staff | null): Program => ({
  ...readProgramFields(row),
  ...(staff !== null && { unpublishAt: row.unpublish_at }),
  _id: row.id,
  coverImage: imageUrls.getUrl(toImageRef(row.picture_id, row.version, row.format), row.status === 'published'),
  coverImageAlt: row.picture_alt,
  applyBy: row.apply_by,
  coverImageFocal: toFocalPoint(row.focal_x, row.focal_y),
  coverImageColor: toImageColor(row.color),
  shareImage: getShareCardUrl(toProgramCard(row)),
  status: row.status,
  publishAt: row.publish_at,
  updatedAt: row.updated_at,
  isSample: row.is_sample === 1,
});

const choosePublishAt = ({ publishAt }: ProgramForm, current: ProgramRow | undefined, status: PublicationStatus, now: Date): string | null => {
  const chosenTime = publishAt ?? current?.publish_at ?? null;
  return status === 'published' ? (chosenTime ?? now.toISOString()) : chosenTime;
};

const SORTS: Readonly<Record<string, (row: ProgramRow) => string>> = {
  title: ({ title }) => foldText(title),
  status: ({ status }) => status,
  slug: ({ slug }) => slug,
  updatedAt: ({ updated_at: updatedAt }) => updatedAt,
};

export const mountPrograms = (mount: Mount, services: Services): StoredKind => {
  const { db, imageUrls } = services;

  mount(
    listPrograms,
    async ({ query, caller }) => {
      const request = toPageRequest(query, caller);
      const rows = (await listProgramRows(db)).filter(({ status }) => request.visibility === 'all' || status === 'published');
      const page = await paginateRows(rows, request, {
        getTitle: (row) => row.title,
        getTexts: ({ title, slug, content }) => [title, slug, ...(request.visibility === 'all' ? [stripMarkup(content)] : [])],
        matches: ({ content, picture_id: imageId, status }) => {
          if (request.status !== 'all' && status !== request.status) return false;
          if (query.missing === 'text') return stripMarkup(content).trim() === '';
          return query.missing === undefined || imageId === null;
        },
        sorts: SORTS,
      });
      return page.map((row) => ({ ...toProgram(row, imageUrls, caller), ...(query.view === 'summary' && summariseProgram(row)) }));
    },
    { isCached: true },
  );

  return mountContent(mount, services, {
    kind: programKind,
    endpoints: { get: getProgram, create: createProgram, update: updateProgram, remove: deleteProgram, restore: restoreProgram },
    find: findProgramRow,
    getOwnership: (row: ProgramRow) => ({ authorId: null, status: row.status }),
    // Clients that do not support drafts expect every save to publish the program.
    getStatus: (form, current) => form.status ?? current?.status ?? 'published',
    getNewColumns: () => ({ position: getNextPosition('programs') }) satisfies ColumnsOf<'programs'>,
    getColumns: ({ form, current, status, now }) => ({ status, publish_at: choosePublishAt(form, current, status, now) }) satisfies ColumnsOf<'programs'>,
    toResponse: (row: ProgramRow, staff, urls) => ({ ...toProgram(row, urls, staff), ...toDecorative(row, staff) }),
    toCard: toProgramCard,
  });
};
