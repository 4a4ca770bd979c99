import { useEffect, useEffectEvent, useState } from 'react';
import { useStore } from 'zustand/react';
import { isUnsent } from './upload-row.ts';
import type { UploadSettings } from './upload-storage.ts';
import { useUploads } from './uploads-context.ts';

/**
 * Connects a screen to the staff area's uploads. Files that are chosen on the screen go to its destination unless other files are pending. Finished uploads
 * refresh the screen.
 */
export const useScreenUploads = (destination: Pick<UploadSettings, 'place' | 'albumId'>, refresh: () => Promise<void>) => {
  const uploads = useUploads();
  const completedBatches = useStore(uploads, (state) => state.completedBatches);
  const [seenBatches] = useState(completedBatches);
  const show = useEffectEvent(() => void refresh());
  useEffect(() => {
    if (completedBatches > seenBatches) show();
  }, [completedBatches, seenBatches]);
  const add = (files: Iterable<File>): void => {
    const { rows, configure, ...state } = uploads.getState();
    if (!rows.some(isUnsent)) configure(destination);
    state.add(files);
  };
  return { uploads, add };
};
