import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';
import PQueue from 'p-queue';
import { OverloadedError } from '../domain/errors.ts';

/** 64 MiB and three passes: about 50 ms per guess (RFC 9106, second recommended option). */
const COST = { memoryCost: 65536, timeCost: 3, parallelism: 1 };

/** Each hash takes 64 MiB and a core; the others are for visitors. */
const CONCURRENCY = availableParallelism() > 2 ? 2 : 1;
const MAX_PENDING = 512;
const MAX_PENDING_OF_CLIENT = 24;

const queue = new PQueue({ concurrency: CONCURRENCY });
const pendingOfClients = new Map<string, number>();

/** The first job of every client comes before the second of any: a flood from one address delays others by one job at most. */
const runFairly = async <T>(client: string, job: () => Promise<T>): Promise<T> => {
  const pending = pendingOfClients.get(client) ?? 0;
  if (pending >= MAX_PENDING_OF_CLIENT || queue.size >= MAX_PENDING) throw new OverloadedError();
  pendingOfClients.set(client, pending + 1);
  try {
    return await queue.add(job, { priority: -pending });
  } finally {
    const left = (pendingOfClients.get(client) ?? 1) - 1;
    if (left === 0) pendingOfClients.delete(client);
    else pendingOfClients.set(client, left);
  }
};

/** `client`: who waits for it, by address. */
export const hashPassword = (password: string, client: string): Promise<string> => runFairly(client, () => hash(password, COST));

let decoy: Promise<string> | undefined;

/** Does the same work when there is no such account, so that the response time reveals nothing. */
export const isPasswordCorrect = async (passwordHash: string | null | undefined, password: string, client: string): Promise<boolean> => {
  decoy ??= hash('no account has this password', COST);
  const against = passwordHash ?? (await decoy);
  const isCorrect = await runFairly(client, () => verify(against, password));
  return isCorrect && passwordHash !== null && passwordHash !== undefined;
};
