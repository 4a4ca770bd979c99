import '@testing-library/jest-dom';
import { cleanup } from '@testing-library/react';
import { installBrowserStubs, resetBrowserStubs } from './browser-stubs.ts';

const isBrowser = typeof window !== 'undefined';
let unexpected: string[] = [];

const record =
  (level: 'error' | 'warn') =>
  (...words: readonly unknown[]): void => {
    unexpected.push(`console.${level}: ${words.map((word) => (word instanceof Error ? (word.stack ?? word.message) : String(word))).join(' ')}`);
  };

// A message on the console is a defect that nobody reads. A test that provokes one takes it with `jest.spyOn(console, 'error').mockImplementation(() => {})`.
console.error = record('error');
console.warn = record('warn');

if (isBrowser) installBrowserStubs();

beforeEach(() => {
  unexpected = [];
});

afterEach(() => {
  if (isBrowser) {
    // Unmount first: what a component says while it goes counts too.
    cleanup();
    resetBrowserStubs();
    window.localStorage.clear();
    window.sessionStorage.clear();
  }
  if (unexpected.length > 0) throw new Error(`Unexpected on the console:\n${unexpected.join('\n')}`);
});
