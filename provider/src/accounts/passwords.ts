import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';
import { NEW_PASSWORD_MIN_CHARACTERS } from '@site/shared/contracts/auth';
import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common';
import PQueue from 'p-queue';
import { OverloadedError, ValidationError } from '../domain/errors.ts';

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

/** 3 of 4: more than 10^8 guesses by someone who tries common passwords, names, repetitions, keyboard patterns and dates first. */
const MIN_SCORE = 3;
/** The estimate takes longer for each character, and these are enough. */
const ESTIMATED_CHARACTERS = 64;

/** Words that an attacker tries first at this site: its name, its subject and what people are called in it. */
const SITE_WORDS = [
  'better',
  'tomorrow',
  'initiative',
  'prevention',
  'nigeria',
  'volunteer',
  'contributor',
  'editor',
  'administrator',
  'admin',
  'staff',
  'password',
];

let estimator: ZxcvbnFactory | undefined;

interface Owner {
  readonly email: string;
  readonly name: string;
}

const getParts = ({ email, name }: Owner): string[] =>
  [email, ...email.split(/[@._+-]/), ...name.split(/\s+/), ...SITE_WORDS].filter((part) => part.length > 2);

/** What is left of a password without the words of its account and of the site, which any visitor may know. */
const withoutOwnWords = (password: string, owner: Owner): string =>
  getParts(owner).reduce((rest, part) => rest.replaceAll(part.toLowerCase(), ''), password.toLowerCase());

/** Whether a password is common, consists of a pattern, or is little more than the account's own email address and name, or words of the site. */
export const isPasswordWeak = (password: string, owner: Owner): boolean => {
  estimator ??= new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs });
  if (password.length < NEW_PASSWORD_MIN_CHARACTERS || new Set(password).size < 5) return true;
  if (withoutOwnWords(password, owner).length < NEW_PASSWORD_MIN_CHARACTERS / 2) return true;
  return estimator.check(password.slice(0, ESTIMATED_CHARACTERS), getParts(owner)).score < MIN_SCORE;
};

/** Throws for a weak password, with a message at the form's field. */
export const checkNewPassword = (password: string, owner: Owner, field: 'password' | 'newPassword'): void => {
  if (isPasswordWeak(password, owner))
    throw new ValidationError({ [field]: 'This password is easy to guess. Use several words that do not belong together, without your name or address' });
};
