import { getProgram, type Program } from '@site/shared/contracts/program';
import type { Mount } from '../../http/mount-endpoint.ts';
import { notFound } from '../../http/refusal.ts';
import type { PictureAddresses } from '../../repositories/pictures.ts';
import { toPictureRef } from '../../repositories/posts.ts';
import { findProgramRow, type ProgramRow } from '../../repositories/programs.ts';
import type { Services } from '../../services.ts';

const toProgram = (row: ProgramRow, addresses: PictureAddresses): Program => ({
  _id: row.id,
  slug: row.slug,
  title: row.title,
  coverImage: addresses.address(toPictureRef(row.picture_id, row.version, row.format), true),
  coverImageAlt: row.picture_alt,
  content: row.content,
  updatedAt: row.updated_at,
  isSample: row.is_sample === 1,
});

export const mountPrograms = (mount: Mount, { db, addresses }: Services): void => {
  mount(
    getProgram,
    async ({ params }) => {
      const row = await findProgramRow(db, params.slug ?? '');
      if (row === undefined) throw notFound('Program');
      return toProgram(row, addresses);
    },
    { isCached: true },
  );
};
