import { readPageData } from './federation/page-data.ts';
import { pause } from './pause.ts';
import './styles/base.css';

const root = document.getElementById('site');
const page = readPageData();
if (root !== null && page !== undefined) {
  // All of it stands in this one file. On a slow phone each part takes tens of milliseconds to begin with: as tasks of their own they leave room for a finger in between.
  await pause();
  await import(/* webpackMode: "eager" */ 'react-dom/client');
  await pause();
  await import(/* webpackMode: "eager", webpackExports: ["RouterProvider"] */ 'react-router-dom');
  await pause();
  const { start } = await import(/* webpackMode: "eager" */ './start.tsx');
  await pause();
  await start(page, root);
}
