import type { Album, GalleryImage } from '@site/shared/contracts/gallery';
import type { ListExport } from '../listing/list-export.tsx';

/** Columns of the CSV export, without the name of the person who gave consent. */
export const imageExport = (albums: readonly Album[]): ListExport<GalleryImage> => ({
  fileName: 'gallery.csv',
  columns: [
    ['Title', ({ title }) => title],
    ['Alt text', ({ alt }) => alt],
    ['Album', ({ album }) => albums.find(({ _id }) => _id === album?._id)?.name ?? ''],
    ['Status', ({ published }) => (published ? 'published' : 'draft')],
    ['Width', ({ width }) => String(width)],
    ['Height', ({ height }) => String(height)],
    ['Added', ({ createdAt }) => createdAt ?? ''],
    ['Changed', ({ updatedAt }) => updatedAt ?? ''],
    ['Id', ({ _id }) => _id],
  ],
});
