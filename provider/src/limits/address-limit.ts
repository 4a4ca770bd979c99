import { getAddressKey } from '@site/shared/domain/client-address';
import { createProcessCounts } from './counts.ts';

/** Loopback addresses. A host on this machine that sends no forwarding header uses one of these, so they may stand for any visitor. */
const LOOPBACK = ['127.0.0.1', '::1', '::ffff:127.0.0.1'];
export const USERS_BEHIND_HOST = 25;

export const getUsersPerAddress = (address: string): number => (LOOPBACK.includes(address) ? USERS_BEHIND_HOST : 1);

interface Call {
  readonly ip: string;
  readonly headers: Readonly<Record<string, unknown>>;
}

/** Limits how many requests an IP address may make per minute. Each provider counts separately. */
export const createAddressLimit = (now: () => Date, perMinute: number) => {
  const counts = createProcessCounts(now, 60_000);
  return {
    /** Counts one request. Throws if the limit is exceeded. A caller without a forwarding header is a host, which requests pages for many visitors. */
    use: ({ ip, headers }: Call): void => {
      const key = getAddressKey(ip);
      const userCount = headers['x-forwarded-for'] === undefined ? USERS_BEHIND_HOST : 1;
      counts.check(key, perMinute * userCount);
      counts.add(key);
    },
  };
};
