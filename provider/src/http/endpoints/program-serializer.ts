import type { Program } from '@site/shared/contracts/program';
import { toFocalPoint, toImageRef } from '../../database/image-queries.ts';
import type { ProgramRow } from '../../database/program-queries.ts';
import type { ImageUrls } from '../../images/image-urls.ts';

/** A row as the contract names it (DATA-05, NS-06). */
export const toProgram = (row: ProgramRow, imageUrls: ImageUrls): Program => ({
  _id: row.id,
  slug: row.slug,
  title: row.title,
  coverImage: imageUrls.getUrl(toImageRef(row.picture_id, row.version, row.format), true),
  coverImageAlt: row.picture_alt,
  coverImageFocal: toFocalPoint(row.focal_x, row.focal_y),
  content: row.content,
  updatedAt: row.updated_at,
  isSample: row.is_sample === 1,
});
