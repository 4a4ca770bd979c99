import { siteFixture } from '@site/shared/testing/fixtures';
import type { PageData } from './page-data.ts';
import { findRemote } from './release-set.ts';
import { hasWorkingCopy, toDevelopmentPage, withWorkingCopy } from './working-copy.ts';

const set = {
  id: 'set-1',
  remotes: {
    marketing: { paths: ['/', '/stories'], versions: [{ version: '1', entry: '/_mf/marketing/1/entry.js', integrity: 'sha256-1' }] },
    gallery: { paths: ['/gallery'], versions: [{ version: '2', entry: '/_mf/gallery/2/entry.js', integrity: 'sha256-2' }] },
  },
};

const addWorkingCopy = (copy?: object): void => {
  document.head.innerHTML = copy === undefined ? '' : `<script type="application/json" id="working-copy">${JSON.stringify(copy)}</script>`;
};

const page: PageData = { set, site: siteFixture(), area: 'rendered', loaderData: { gallery: 1 } };

describe('the working copy of a remote in a page', () => {
  afterEach(() => window.history.replaceState(null, '', '/'));

  it('RLS-08 is the only version of its remote, and owns the paths that it declares', () => {
    addWorkingCopy({ remote: 'gallery', paths: ['/gallery', '/stories'], entry: '/_dev/gallery.js' });

    const developmentSet = withWorkingCopy(set);

    expect(developmentSet.remotes.gallery).toEqual({
      paths: ['/gallery', '/stories'],
      versions: [{ version: 'working-copy', entry: '/_dev/gallery.js', integrity: '' }],
    });
    expect(developmentSet.remotes.marketing).toEqual(set.remotes.marketing);
    expect(['/gallery', '/stories', '/'].map((path) => findRemote(developmentSet, path))).toEqual(['gallery', 'gallery', 'marketing']);
    expect(hasWorkingCopy()).toBe(true);
  });

  it('RLS-08 makes the browser render the page, unless the page shows the result of another remote’s form', () => {
    addWorkingCopy({ remote: 'gallery', paths: ['/gallery'], entry: '/_dev/gallery.js' });
    const formResult = { ...page, actionData: { form: 'sent' } };

    expect(toDevelopmentPage(page)).toMatchObject({ area: 'browser', loaderData: {} });
    expect(toDevelopmentPage(formResult)).toMatchObject({ area: 'rendered', loaderData: { gallery: 1 }, actionData: { form: 'sent' } });
    window.history.replaceState(null, '', '/gallery');
    expect(toDevelopmentPage(formResult)).toMatchObject({ area: 'browser', loaderData: {}, actionData: undefined });
  });

  it('RLS-08 does not change a page without a working copy', () => {
    addWorkingCopy();

    expect([toDevelopmentPage(page), hasWorkingCopy()]).toEqual([page, false]);
  });
});
