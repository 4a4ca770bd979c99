import type { Page } from '@playwright/test';

export const KILOBYTE = 1024;

export interface Transfer {
  readonly type: string;
  readonly url: string;
  readonly bytes: number;
}

/** Counts what the network transfers to a page, status lines and headers included: pages, files, images, icons and data. The page's service worker has its own session. */
export const watchTransfers = async (page: Page): Promise<Transfer[]> => {
  const session = await page.context().newCDPSession(page);
  const responses = new Map<string, Omit<Transfer, 'bytes'>>();
  const transfers: Transfer[] = [];
  session.on('Network.responseReceived', ({ requestId, type, response: { url } }) => responses.set(requestId, { type, url }));
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const response = responses.get(requestId);
    if (response !== undefined && !response.url.startsWith('data:')) transfers.push({ ...response, bytes: encodedDataLength });
  });
  await session.send('Network.enable');
  return transfers;
};

export const sumBytes = (transfers: readonly Transfer[]): number => transfers.reduce((total, { bytes }) => total + bytes, 0);

export const countOfType = (transfers: readonly Transfer[], type: string): number => transfers.filter((transfer) => transfer.type === type).length;
