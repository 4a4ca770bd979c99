import '@testing-library/jest-dom';
import { cleanup } from '@testing-library/react';
import { installBrowserStubs, resetBrowserStubs } from './browser-stubs.ts';

installBrowserStubs();

afterEach(() => {
  cleanup();
  resetBrowserStubs();
  window.localStorage.clear();
  window.sessionStorage.clear();
});
