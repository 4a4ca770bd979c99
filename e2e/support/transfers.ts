import type { Page } from '@playwright/test';

export const KILOBYTE = 1024;

export interface Transfer {
  readonly type: string;
  readonly url: string;
  readonly bytes: number;
  /** Size of the status line and headers, which `bytes` includes. HTTP/2, which visitors use, compresses them to about a tenth. */
  readonly headerBytes: number;
}

/**
 * Counts the bytes transferred for a page's documents, files, images, icons and data, including status lines and headers. The page's service worker has a
 * separate session, whose transfers are not counted.
 */
export const watchTransfers = async (page: Page): Promise<Transfer[]> => {
  const session = await page.context().newCDPSession(page);
  const responses = new Map<string, Omit<Transfer, 'bytes'>>();
  const transfers: Transfer[] = [];
  session.on('Network.responseReceived', ({ requestId, type, response: { url, encodedDataLength } }) =>
    responses.set(requestId, { type, url, headerBytes: encodedDataLength }),
  );
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const response = responses.get(requestId);
    if (response === undefined || response.url.startsWith('data:')) return;
    // Responses from the cache have size 0.
    transfers.push({ ...response, bytes: encodedDataLength, headerBytes: Math.min(response.headerBytes, encodedDataLength) });
  });
  await session.send('Network.enable');
  return transfers;
};

export const sumBytes = (transfers: readonly Transfer[]): number => transfers.reduce((total, { bytes }) => total + bytes, 0);

export const countByType = (transfers: readonly Transfer[], type: string): number => transfers.filter((transfer) => transfer.type === type).length;
