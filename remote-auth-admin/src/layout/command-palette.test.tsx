import { listPosts } from '@site/shared/contracts/post';
import { VERSION_KINDS } from '@site/shared/domain/kinds';
import { postFixture, userFixture } from '@site/shared/testing/fixtures';
import { hostServicesStub } from '@site/shared/testing/host-services-stub';
import { renderRoutes } from '@site/shared/testing/render-routes';
import { screen, within } from '@testing-library/react';
import { KIND_CALLS } from '../kinds/kind-calls.ts';
import { createRoutes } from '../routes.tsx';

const open = async () => {
  const post = postFixture({ _id: 'p7', title: 'Twelve schools' });
  const page = (items: readonly object[]) => ({ items, page: { offset: 0, total: items.length } });
  const services = hostServicesStub({
    responses: [[listPosts, []], ...VERSION_KINDS.map((kind) => [KIND_CALLS[kind].list, page(kind === 'post' ? [post] : [])] as const)],
    session: { token: 't', refreshToken: 'r', user: userFixture({ role: 'contributor' }) },
  });
  const view = await renderRoutes(createRoutes, '/admin/profile', services);
  await screen.findByRole('heading', { level: 1 });
  await view.user.keyboard('{Control>}k{/Control}');
  const dialog = await screen.findByRole('dialog', { name: 'Search or jump to…' });
  return {
    ...view,
    dialog,
    names: () =>
      within(dialog)
        .queryAllByRole('option')
        .map(({ textContent }) => textContent),
  };
};

describe('the command palette', () => {
  it('STAFF-19 offers the screens and actions of the role, and opens the first match on Enter', async () => {
    const { user, names, router } = await open();
    expect(names()).toContain('New postCreate');
    expect(names()).not.toContain('UsersScreen');
    await user.keyboard('trash{Enter}');

    expect(router.state.location.pathname).toBe('/admin/trash');
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });

  it('STAFF-19 finds documents by title', async () => {
    const { user, dialog, router } = await open();
    await user.keyboard('twelve');
    await within(dialog).findByRole('option', { name: /Twelve schools/ });
    await user.keyboard('{Enter}');

    expect(router.state.location.pathname).toBe('/admin/posts/p7');
  });
});
