import { hostServicesStub } from '@site/shared/testing/host-services-stub';
import { renderRoutes } from '@site/shared/testing/render-routes';
import { screen } from '@testing-library/react';
import { createRoutes } from '../routes.tsx';

describe('the film', () => {
  it('HOME-06 starts with a cover and a play button, and makes no request to the video platform', async () => {
    const { container } = await renderRoutes(createRoutes, '/', hostServicesStub());

    expect(screen.getByRole('button', { name: 'Play the film One Saturday in Yaba' })).toBeInTheDocument();
    expect(container.querySelector('iframe')).not.toBeInTheDocument();
  });

  it('HOME-07 is replaced by the player, which takes the focus', async () => {
    const { user } = await renderRoutes(createRoutes, '/', hostServicesStub());

    await user.click(screen.getByRole('button', { name: 'Play the film One Saturday in Yaba' }));

    const player = screen.getByTitle('Film: One Saturday in Yaba');
    expect(player).toHaveAttribute('src', 'https://video.example/embed/better-tomorrow?autoplay=1');
    expect(player).toHaveFocus();
    expect(screen.queryByRole('button', { name: /^Play the film/ })).not.toBeInTheDocument();
  });
});
