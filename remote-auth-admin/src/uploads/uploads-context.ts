import { createContext, useContext } from 'react';
import type { StoreApi } from 'zustand/vanilla';
import type { Uploads } from './upload-queue.ts';

/** Provided by `StaffGuard`, so that uploads continue when the user changes screens. */
export const UploadsContext = createContext<StoreApi<Uploads> | null>(null);

export const useUploads = (): StoreApi<Uploads> => {
  const uploads = useContext(UploadsContext);
  if (uploads === null) throw new Error('Uploads are available only inside the staff area.');
  return uploads;
};
