import { page } from '@site/shared/remote/remote-contract';
import { act, render, screen } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { SavePage } from './save-page.tsx';

const routes = (['static', 'content', 'never', 'browser'] as const).map((kind) => ({
  path: `/${kind}`,
  handle: page({ path: `/${kind}`, chunk: kind, render: kind, head: () => ({ title: kind, description: kind }) }),
  element: <SavePage />,
}));

const open = async (path: string) => {
  const router = createMemoryRouter([...routes, { path: '*', element: <SavePage /> }], { initialEntries: [path] });
  render(<RouterProvider router={router} />);
  await act(async () => undefined);
};

describe('SavePage', () => {
  beforeEach(() => {
    Object.assign(navigator, { serviceWorker: Object.assign(new EventTarget(), { controller: {} }) });
    Object.assign(globalThis, { caches: { has: async () => false } });
  });
  afterEach(() => {
    Reflect.deleteProperty(navigator, 'serviceWorker');
    Reflect.deleteProperty(globalThis, 'caches');
  });

  it.each(['/static', '/content', '/never'])('VISIT-18 saves %s', async (path) => {
    await open(path);

    expect(await screen.findByRole('button', { name: 'Save for offline' })).toBeEnabled();
  });

  it.each(['/browser', '/nowhere'])('VISIT-18 does not offer to save script-rendered pages and URLs without a page: %s', async (path) => {
    await open(path);

    expect(screen.queryByRole('button')).not.toBeInTheDocument();
  });
});
