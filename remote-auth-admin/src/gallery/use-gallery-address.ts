import { useLocation, useNavigate, useSearchParams } from '@site/shared/router';
import { useState } from 'react';
import type { GalleryFilter } from './gallery-filter.ts';

export interface GalleryAddress extends GalleryFilter {
  /** Whose dialog is open; '' for none. */
  readonly image: string;
}

const NAMES = { album: 'album', show: 'show', search: 'q', image: 'image' } as const;
/** Marks the navigations of the screen itself; any other one is obeyed. */
const OWN = 'gallery';
const KEYS = ['album', 'show', 'search', 'image'] as const;

const galleryQuery = (address: Partial<GalleryAddress>): URLSearchParams => {
  const query = new URLSearchParams();
  for (const key of KEYS) if (address[key]) query.set(NAMES[key], address[key]);
  return query;
};

export const galleryPath = (address: Partial<GalleryAddress>): string => {
  const query = galleryQuery(address).toString();
  return query === '' ? '/admin/gallery' : `/admin/gallery?${query}`;
};

const readAddress = (params: URLSearchParams): GalleryAddress => {
  const read = (key: keyof typeof NAMES): string => params.get(NAMES[key]) ?? '';
  return { album: read('album'), show: read('show'), search: read('search'), image: read('image') };
};

/** What of the gallery is shown stands in the address: a reload and a link keep it. */
export const useGalleryAddress = () => {
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const { key, state } = useLocation();
  // A navigation comes later than the next letter: what is shown has a state of its own.
  const [address, setAddress] = useState(() => readAddress(params));
  const [seenKey, setSeenKey] = useState(key);
  if (key !== seenKey) {
    setSeenKey(key);
    if (state !== OWN) setAddress(readAddress(params));
  }

  /** Resolves when the address has changed: what is asked for again before that is lost with the navigation. */
  const go = async (changes: Partial<GalleryAddress>): Promise<void> => {
    const next = { ...address, ...changes };
    setAddress(next);
    await navigate(galleryPath(next), { replace: true, preventScrollReset: true, state: OWN });
  };
  return { address, go };
};
