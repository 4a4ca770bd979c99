import { hash, verify } from '@node-rs/argon2';
import { NEW_PASSWORD_MIN_CHARACTERS } from '@site/shared/contracts/auth';
import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common';
import { ValidationError } from '../domain/errors.ts';
import { createJobQueue, HEAVY_JOBS } from '../limits/heavy-jobs.ts';

/** With 64 MiB and three passes, a guess takes one core about 50 ms (RFC 9106, second recommended option). */
const HASH_COST = { memoryCost: 65536, timeCost: 3, parallelism: 1 };

/** Fair queue: the first request from each IP address runs before the second request from any other address. */
const queue = createJobQueue({ slots: HEAVY_JOBS, slotsPerKey: HEAVY_JOBS, waiting: 512, waitingPerKey: 24 });

/** Hashes a password. `client` is the requester's IP address, which the queue uses to alternate between clients. */
export const hashPassword = (password: string, client: string): Promise<string> => queue.run(client, () => hash(password, HASH_COST));

let decoyHash: Promise<string> | undefined;

/** Checks a password. Takes just as long if the account does not exist, so that the response time reveals nothing. */
export const isPasswordCorrect = async (passwordHash: string | null | undefined, password: string, client: string): Promise<boolean> => {
  decoyHash ??= hash('no account has this password', HASH_COST);
  const comparedHash = passwordHash ?? (await decoyHash);
  const isCorrect = await queue.run(client, () => verify(comparedHash, password));
  return isCorrect && passwordHash !== null && passwordHash !== undefined;
};

/**
 * Minimum score out of 4. A score of 3 means more than 10^8 guesses for an attacker who first tries common passwords, names, repetitions, keyboard patterns and
 * dates.
 */
const MIN_SCORE = 3;
/** Only this many characters are scored, because scoring gets slower with each character. */
const SCORED_CHARACTERS = 64;

/** Words that an attacker would try first on this site: its name, its subject and its role names. */
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

const listGuessableWords = ({ email, name }: Owner): string[] =>
  [email, ...email.split(/[@._+-]/), ...name.split(/\s+/), ...SITE_WORDS].filter((part) => part.length > 2);

/** Removes guessable words from a password: the account's details, and words that any visitor knows from this site. */
const removePersonalWords = (password: string, owner: Owner): string =>
  listGuessableWords(owner).reduce((remaining, part) => remaining.replaceAll(part.toLowerCase(), ''), password.toLowerCase());

/** Whether a password is common, follows a pattern, or contains little besides the account's email address and name or words from this site. */
export const isPasswordWeak = (password: string, owner: Owner): boolean => {
  estimator ??= new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs });
  if (password.length < NEW_PASSWORD_MIN_CHARACTERS || new Set(password).size < 5) return true;
  if (removePersonalWords(password, owner).length < NEW_PASSWORD_MIN_CHARACTERS / 2) return true;
  return estimator.check(password.slice(0, SCORED_CHARACTERS), listGuessableWords(owner)).score < MIN_SCORE;
};

export const checkNewPassword = (password: string, owner: Owner, field: 'password' | 'newPassword'): void => {
  if (isPasswordWeak(password, owner))
    throw new ValidationError({ [field]: 'This password is easy to guess. Use several unrelated words, without your name or email address' });
};
