import '@testing-library/jest-dom';
import { cleanup, configure } from '@testing-library/react';
import { installBrowserStubs, resetBrowserStubs } from './browser-stubs.ts';
import { WAIT_LIMIT_MS } from './limits.ts';

installBrowserStubs();

configure({ asyncUtilTimeout: WAIT_LIMIT_MS });

afterEach(() => {
  cleanup();
  resetBrowserStubs();
  window.localStorage.clear();
  window.sessionStorage.clear();
});
