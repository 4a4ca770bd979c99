import { siteFixture } from '@site/shared/testing/fixtures';
import type { ReleaseSet } from '../../federation/release-set.ts';
import { createSiteDocuments, selectPageData } from './site-data.ts';

const createRemote = (name: string) => ({ paths: [`/${name}`], versions: [{ version: '1', entry: `/_mf/${name}/1/x.js`, integrity: 'sha256-x' }] });
const set: ReleaseSet = { id: 'set-1', remotes: { gallery: createRemote('gallery'), news: createRemote('news') }, links: [{ label: 'Store', to: '/store' }] };
const site = siteFixture({ siteUrl: 'https://site.test' });
const getDocument = createSiteDocuments(site);

describe('createSiteDocuments', () => {
  it('has the configuration with the links of remotes, and all remotes', async () => {
    const { getBody } = getDocument(set);

    expect(JSON.parse(String(await getBody('identity')))).toEqual({ site: { ...site, exploreLinks: set.links }, remotes: set.remotes });
  });

  it('has an id that changes only with the content', () => {
    const { id } = getDocument(set);

    expect(createSiteDocuments(siteFixture({ siteUrl: 'https://site.test' }))({ ...set, id: 'set-2' }).id).toBe(id);
    expect(getDocument({ ...set, remotes: { gallery: createRemote('gallery') } }).id).not.toBe(id);
    expect(createSiteDocuments({ ...site, email: 'other@site.test' })(set).id).not.toBe(id);
  });
});

describe('selectPageData', () => {
  const document = getDocument(set);

  it('carries the remote of the page, the members that were read, and those of the head', () => {
    expect(selectPageData({ set, remote: 'news', document, siteReads: ['email', 'securityPolicy'] })).toEqual({
      set: { id: 'set-1', remotes: { news: set.remotes.news } },
      site: { organisationName: site.organisationName, siteUrl: site.siteUrl, email: site.email },
      rest: document.id,
    });
    expect(selectPageData({ set, remote: undefined, document, siteReads: [] }).set).toEqual({ id: 'set-1', remotes: {} });
  });

  it('carries everything for a page whose area the browser renders', () => {
    expect(selectPageData({ set, remote: 'news', document, siteReads: undefined })).toEqual({ set, site: document.site });
  });
});
