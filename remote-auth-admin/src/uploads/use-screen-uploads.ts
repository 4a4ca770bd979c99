import { useEffect, useEffectEvent, useState } from 'react';
import { useStore } from 'zustand/react';
import { isUnsent } from './upload-row.ts';
import type { UploadSettings } from './upload-storage.ts';
import { useUploads } from './uploads-context.ts';

/** The uploads of the staff area, as a screen needs them: what is chosen there goes where the screen says, unless others wait, and what has arrived is shown. */
export const useScreenUploads = (destination: Pick<UploadSettings, 'place' | 'albumId'>, refresh: () => Promise<void>) => {
  const uploads = useUploads();
  const completions = useStore(uploads, (state) => state.completions);
  const [seenCompletions] = useState(completions);
  const show = useEffectEvent(() => void refresh());
  useEffect(() => {
    if (completions > seenCompletions) show();
  }, [completions, seenCompletions]);
  const add = (files: Iterable<File>): void => {
    const { rows, configure, ...state } = uploads.getState();
    if (!rows.some(isUnsent)) configure(destination);
    state.add(files);
  };
  return { uploads, add };
};
