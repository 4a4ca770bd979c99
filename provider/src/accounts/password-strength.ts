import { NEW_PASSWORD_MIN_CHARACTERS } from '@site/shared/contracts/auth';
import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common';
import { ValidationError } from '../domain/errors.ts';

/** 3 of 4: more than 10^8 guesses by someone who tries common passwords, names, repetitions, keyboard patterns and dates first. */
const MIN_SCORE = 3;
/** The estimate takes longer for each character, and these are enough. */
const ESTIMATED_CHARACTERS = 64;

/** Words that somebody tries first at this site: its name, its subject and what people are called in it. */
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

/** What is left of a password without the words of its account and of the site, which anybody may know. */
const withoutOwnWords = (password: string, owner: Owner): string =>
  getParts(owner).reduce((rest, part) => rest.replaceAll(part.toLowerCase(), ''), password.toLowerCase());

/** Whether a password is common, consists of a pattern, or is little more than the account's own e-mail address and name, or words of the site. */
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
