import type { Database } from '../database/connection.ts';
import { findStoredImage } from '../database/image-queries.ts';
import type { ImageStores } from '../storage/image-stores.ts';
import { getStorageKey, type ImageServer, type Requester } from './image-server.ts';
import { renderShareCard } from './render-share-card.ts';
import { getShareCardVersion, type ShareCard } from './share-card.ts';
import { type CardFonts, loadCardFonts } from './share-card-fonts.ts';

export interface ShareCardServer {
  /** Null when the client has gone. */
  serve(card: ShareCard, requester: Requester): Promise<Buffer | null>;
}

/** `fontFolder`: where the renderer finds the fonts of the cards. */
export const createShareCardServer = (db: Database, imageServer: ImageServer, stores: ImageStores, fontFolder: string): ShareCardServer => {
  let loading: Promise<CardFonts> | undefined;
  const getFonts = (): Promise<CardFonts> => {
    loading ??= loadCardFonts(fontFolder).catch((reason: unknown) => {
      loading = undefined;
      throw reason;
    });
    return loading;
  };

  /** Among the files of its image, which are deleted together. */
  const getKey = (card: ShareCard): string => `${card.image?.id ?? card.id}/share-${card.folder}-${card.id}-${getShareCardVersion(card)}.jpg`;

  const render = async (card: ShareCard, key: string): Promise<Buffer> => {
    const original = card.image === null ? null : await stores.originals.get(getStorageKey(card.image));
    const bytes = await renderShareCard(card, original, await getFonts());
    // As for other derived images.
    if (card.image === null || original !== null) await stores.derived.put(key, bytes).catch(() => undefined);
    if (card.image !== null && (await findStoredImage(db, card.image.id)) === undefined) await stores.derived.removeAll(card.image.id);
    return bytes;
  };

  return {
    serve: (card, requester) => {
      const key = getKey(card);
      return imageServer.derive(key, requester, () => render(card, key));
    },
  };
};
