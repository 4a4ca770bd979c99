import type { ComposedPage } from './composed-page.ts';
import type { DocumentHead } from './document-head.ts';

export const headFixture = (changes: Partial<DocumentHead> = {}): DocumentHead => ({
  title: '',
  shareTitle: '',
  description: '',
  canonical: '',
  share: '',
  type: 'website',
  image: '',
  imageAlt: '',
  structuredData: [],
  alternates: [],
  noindex: false,
  ...changes,
});

/** A page that was rendered on the server. */
export const renderedPage = (changes: Partial<ComposedPage> = {}): ComposedPage => ({
  status: 200,
  markup: '<h1>A page</h1>',
  head: headFixture(),
  area: 'rendered',
  loaderData: {},
  actionData: null,
  chunks: [],
  render: 'content',
  notices: [],
  ...changes,
});
