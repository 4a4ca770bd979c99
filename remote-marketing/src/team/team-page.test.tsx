import { TEAM_STAGGER_MS } from '@site/shared/domain/constants';
import { intersect, setMediaQuery } from '@site/shared/testing/browser-stubs';
import { hostServicesStub } from '@site/shared/testing/host-services-stub';
import { renderRoutes } from '@site/shared/testing/render-routes';
import { act, fireEvent, screen, within } from '@testing-library/react';
import { createRoutes } from '../routes.tsx';

const open = async () => {
  const view = await renderRoutes(createRoutes, '/team', hostServicesStub());
  const [executive, board] = screen.getAllByRole('list');
  if (!executive || !board) throw new Error('Two lists expected');
  return { ...view, executive: within(executive).getAllByRole('listitem'), board: within(board).getAllByRole('listitem') };
};

describe('the team page', () => {
  it('TEAM-01 TEAM-02 introduces six executives and a board of five with its chair', async () => {
    const { executive, board } = await open();

    expect(screen.getByRole('heading', { level: 1, name: 'Our Team' })).toBeInTheDocument();
    expect(screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)).toEqual(['Executive Team', 'Advisory Board']);
    expect([executive.length, board.length]).toEqual([6, 5]);
    expect(board.filter(({ textContent }) => textContent?.includes('Chair'))).toHaveLength(1);
  });

  it('TEAM-06 IMG-02 asks for portraits of 400 by 400, cut to the face and round; TEAM-04 shows the template for one that fails', async () => {
    const { executive } = await open();
    const portrait = executive[0]?.querySelector('img');
    if (!portrait) throw new Error('No portrait');

    expect(portrait).toHaveAttribute('src', expect.stringMatching(/\/img\/upload\/f_webp,q_auto,w_400,h_400,c_fill,g_face,r_max\//));

    fireEvent.error(portrait);
    expect(portrait).toHaveAttribute('src', expect.stringContaining('portrait-template'));
  });

  it('TEAM-05 lets each card rise once, a tenth of a second after the one before', async () => {
    const { executive } = await open();
    expect(executive.map(({ style }) => style.getPropertyValue('--reveal-delay'))).toEqual(executive.map((_, position) => `${position * TEAM_STAGGER_MS}ms`));
    const card = executive[2] as HTMLElement;
    expect(card.className).toContain('waiting');

    act(() => intersect(card));
    expect(card.className).toContain('shown');

    act(() => intersect(card, false));
    expect(card.className).toContain('shown');
  });

  it('TEAM-05 shows every name to those who want less motion', async () => {
    setMediaQuery('(prefers-reduced-motion: reduce)', true);

    const { executive } = await open();

    for (const card of executive) expect(card.className).toContain('still');
  });
});
