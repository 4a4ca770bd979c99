import { siteFixture } from '@site/shared/testing/fixtures';
import type { PostedForm } from '../isolation/protocol.ts';
import { activeSetFixture, bundleFixture } from '../remotes/active-set-fixture.ts';
import type { ComposePage } from '../rendering/compose-page.ts';
import type { ComposedPage, ComposedResource } from '../rendering/composed-page.ts';
import { renderedPage } from '../rendering/composed-page-fixture.ts';
import type { HostAssets } from './host-assets.ts';
import { createPageContext } from './page-context.ts';
import { createPageSource } from './page-source.ts';

const assets: HostAssets = { startScript: '', dataSaverScript: '', styles: [], fontFaces: [], fonts: [], buildId: 'build' };
export const [active, lastGood] = [bundleFixture('2'), bundleFixture('1')];

const PREVIEW = { id: '00', remote: 'gallery', version: '2', issuedAt: 0, expiresAt: Date.UTC(2026, 10, 22, 10) };

export type Composition = Awaited<ReturnType<ComposePage>>;
export const composition = (response: ComposedPage | ComposedResource, changes: Partial<Composition> = {}): Composition => ({
  response,
  used: 0,
  faults: [],
  data: { isComplete: true },
  ...changes,
});

/** A source of pages whose release set, revision and compositions a test can change. */
export const setUpSource = (result: Composition = composition(renderedPage())) => {
  const state = { set: activeSetFixture('set-1'), revision: 1 as number | undefined, visible: undefined as number | undefined, last: 1 };
  const render = jest.fn(async (_request: Parameters<ComposePage>[0]) => result);
  const revision = jest.fn(async () => (state.revision === undefined ? undefined : { oldest: state.visible ?? state.revision, newest: state.revision }));
  const recordFault = jest.fn();
  const metrics = { countPage: jest.fn(), observeComposition: jest.fn() };
  const monitor = { countRender: jest.fn() };
  const source = createPageSource({
    site: siteFixture({ siteUrl: 'https://site.test' }),
    assets,
    contentRevision: { getCurrent: revision, getRange: () => ({ oldest: state.last, newest: state.last }), getOutage: () => undefined },
    getCurrentVisit: () => ({ set: state.set }),
    composePage: render,
    recordFault,
    monitor,
    metrics,
    reloadsPages: false,
  });
  const getPage = (path: string, search: string) => source.getPage(createPageContext({ set: state.set }, { path, search }));
  const getPreview = (path: string, search: string) => source.getPage(createPageContext({ set: state.set, preview: PREVIEW }, { path, search }));
  const postForm = (path: string, search: string, form: PostedForm) => source.postForm(createPageContext({ set: state.set }, { path, search }), form);
  return { source, getPage, getPreview, postForm, render, revision, state, recordFault, monitor, metrics };
};
