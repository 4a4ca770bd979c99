import { getAddressKey } from '@site/shared/domain/client-address';
import { createProcessCounts } from './counts.ts';

/** Loopback addresses. A host on this machine that sends no forwarding header uses one, so any visitor may be behind it. */
const LOOPBACK = ['127.0.0.1', '::1', '::ffff:127.0.0.1'];
export const PEOPLE_BEHIND_A_HOST = 25;

/** Returns the expected number of people behind an IP address. */
export const getPeoplePerAddress = (address: string): number => (LOOPBACK.includes(address) ? PEOPLE_BEHIND_A_HOST : 1);

interface Call {
  readonly ip: string;
  readonly headers: Readonly<Record<string, unknown>>;
}

/** Limits reads by IP address and minute. Each provider has its own count. */
export const createAddressLimit = (now: () => Date, perMinute: number) => {
  const counts = createProcessCounts(now, 60_000);
  return {
    /** Counts one use; throws beyond the limit. A caller without a forwarding header is a host, which sends requests for all visitors of a page. */
    use: ({ ip, headers }: Call): void => {
      const key = getAddressKey(ip);
      const people = headers['x-forwarded-for'] === undefined ? PEOPLE_BEHIND_A_HOST : 1;
      counts.check(key, perMinute * people);
      counts.add(key);
    },
  };
};
