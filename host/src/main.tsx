import { watchForLeaving } from './federation/leaving.ts';
import { readPageData } from './federation/page-data.ts';
import { watchPanels } from './layout/panels.ts';
import { pause } from './scheduling/pause.ts';
import { retryUntilLoaded } from './scheduling/retry-until-loaded.ts';
import '@site/shared/styles/base.css';

/**
 * Starts the page from a single file. On a slow phone, evaluating each part takes tens of milliseconds, so each runs in a separate task and input is handled in
 * between.
 */
const run = async (): Promise<void> => {
  const root = document.getElementById('site');
  const page = readPageData();
  if (root === null || page === undefined) return;
  // Browsers that support `URL.parse` support every function that the pages use.
  if (!('parse' in URL)) (await retryUntilLoaded(() => import(/* webpackChunkName: "older-browsers" */ './older-browsers.ts'))).addMissingFeatures();
  await pause();
  await import(/* webpackMode: "eager" */ 'react-dom/client');
  await pause();
  await import(/* webpackMode: "eager", webpackExports: ["RouterProvider"] */ 'react-router-dom');
  await pause();
  const { start } = await import(/* webpackMode: "eager" */ './start.tsx');
  await pause();
  await start(page, root);
};

watchPanels();
watchForLeaving();
void run();
