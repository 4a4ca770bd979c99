import type { Program } from '@site/shared/contracts/program';
import { type PictureAddresses, toFocalPoint } from '../../repositories/pictures.ts';
import { toPictureRef } from '../../repositories/posts.ts';
import type { ProgramRow } from '../../repositories/programs.ts';

/** A row as the contract names it (DATA-05, NS-06). */
export const toProgram = (row: ProgramRow, addresses: PictureAddresses): Program => ({
  _id: row.id,
  slug: row.slug,
  title: row.title,
  coverImage: addresses.address(toPictureRef(row.picture_id, row.version, row.format), true),
  coverImageAlt: row.picture_alt,
  coverImageFocal: toFocalPoint(row.focal_x, row.focal_y),
  content: row.content,
  updatedAt: row.updated_at,
  isSample: row.is_sample === 1,
});
