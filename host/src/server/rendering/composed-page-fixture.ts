import type { ComposedPage } from './composed-page.ts';

/** A page that was rendered on the server. */
export const renderedPage = (changes: Partial<ComposedPage> = {}): ComposedPage => ({
  status: 200,
  markup: '<h1>A page</h1>',
  head: { title: '', description: '', canonical: '', image: '', structuredData: [], alternates: [] },
  area: 'rendered',
  loaderData: {},
  actionData: null,
  chunk: '',
  render: 'content',
  notices: [],
  ...changes,
});
