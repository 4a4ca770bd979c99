import { getAddressKey } from '@site/shared/domain/client-address';
import { createProcessCounts } from './counts.ts';

/** Loopback addresses. A local host that sends no forwarding header uses one of them, so any visitor may be behind it. */
const LOOPBACK = ['127.0.0.1', '::1', '::ffff:127.0.0.1'];
export const USERS_BEHIND_HOST = 25;

export const getUsersPerAddress = (address: string): number => (LOOPBACK.includes(address) ? USERS_BEHIND_HOST : 1);

interface Call {
  readonly ip: string;
  readonly headers: Readonly<Record<string, unknown>>;
}

/** Limits reads per IP address and minute. Each provider has its own count. */
export const createAddressLimit = (now: () => Date, perMinute: number) => {
  const counts = createProcessCounts(now, 60_000);
  return {
    /** Counts one use. Throws when the limit is exceeded. A caller without a forwarding header is a host, which requests pages for many visitors. */
    use: ({ ip, headers }: Call): void => {
      const key = getAddressKey(ip);
      const userCount = headers['x-forwarded-for'] === undefined ? USERS_BEHIND_HOST : 1;
      counts.check(key, perMinute * userCount);
      counts.add(key);
    },
  };
};
