import { orderAlbumImages } from '@site/shared/contracts/gallery';
import type { HostServices } from '@site/shared/remote/host-services';
import { useState } from 'react';
import { newImagesByAlbum, type UploadRow } from '../uploads/upload-row.ts';
import { createUploads } from '../uploads/upload-store.ts';

/** The uploads of the screen. When all have ended, their pictures stand first in their album, in the order of choosing: on the way one overtakes the other. */
export const useGalleryUploads = (services: HostServices, mayOrder: boolean, refresh: () => Promise<void>) => {
  const finish = async (rows: readonly UploadRow[]): Promise<void> => {
    const albums = mayOrder ? newImagesByAlbum(rows) : [];
    for (const [id, imageIds] of albums) await services.http.call(orderAlbumImages, { params: { id }, body: { imageIds: [...imageIds] } });
    await refresh();
  };
  const [uploads] = useState(() => createUploads(services, (rows) => void finish(rows)));
  return uploads;
};
