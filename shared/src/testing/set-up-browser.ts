import '@testing-library/jest-dom';
import { cleanup, configure } from '@testing-library/react';
import { installBrowserStubs, resetBrowserStubs } from './browser-stubs.ts';

installBrowserStubs();

// Milliseconds until a screen is missed, far below the limit of a test, so that the failure shows the screen.
configure({ asyncUtilTimeout: 15_000 });

afterEach(() => {
  cleanup();
  resetBrowserStubs();
  window.localStorage.clear();
  window.sessionStorage.clear();
});
