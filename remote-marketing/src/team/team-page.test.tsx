import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { intersect, setMediaQuery } from '@site/shared/testing/browser-stubs';
import { hostServicesStub } from '@site/shared/testing/host-services-stub';
import { renderRoutes } from '@site/shared/testing/render-routes';
import { act, fireEvent, screen, within } from '@testing-library/react';
import { createRoutes } from '../routes.tsx';

const open = async () => {
  const view = await renderRoutes(createRoutes, '/team', hostServicesStub());
  const [executive, board] = screen.getAllByRole('list');
  if (!executive || !board) throw new Error('The page does not have two lists.');
  return { ...view, executive: within(executive).getAllByRole('listitem'), board: within(board).getAllByRole('listitem') };
};

/** Applies or removes the rules for visitors who allow motion, because jsdom ignores media queries. */
const applyStyles = ({ motion }: { motion: boolean }) => {
  const style = document.createElement('style');
  style.textContent = readFileSync(join(__dirname, 'team-grid.module.css'), 'utf8').replace(
    /@media screen and \(prefers-reduced-motion: no-preference\) \{([\s\S]*?)\n\}/,
    motion ? '$1' : '',
  );
  document.head.append(style);
};

afterEach(() => document.head.replaceChildren());

describe('the team page', () => {
  it('TEAM-01 TEAM-02 shows six executives and a board of five, including its chair', async () => {
    const { executive, board } = await open();

    expect(screen.getByRole('heading', { level: 1, name: 'Our Team' })).toBeInTheDocument();
    expect(screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)).toEqual(['Executive Team', 'Advisory Board']);
    expect([executive.length, board.length]).toEqual([6, 5]);
    expect(board.filter(({ textContent }) => textContent?.includes('Chair'))).toHaveLength(1);
  });

  it('TEAM-04 TEAM-06 IMG-02 requests round portraits of 400 by 400, and falls back to the template', async () => {
    const { executive } = await open();
    const portrait = executive[0]?.querySelector('img');
    if (!portrait) throw new Error('No portrait');

    expect(portrait).toHaveAttribute('src', expect.stringMatching(/\/img\/upload\/f_webp,q_auto,w_400,h_400,c_fill,g_face,r_max\//));

    fireEvent.error(portrait);
    expect(portrait).toHaveAttribute('src', expect.stringContaining('portrait-template'));
  });

  it('TEAM-05 reveals each card once, a tenth of a second after the previous card', async () => {
    applyStyles({ motion: true });
    const { executive } = await open();
    expect(executive.map(({ style }) => style.getPropertyValue('--reveal-delay'))).toEqual(['0ms', '100ms', '200ms', '300ms', '400ms', '500ms']);
    const card = executive[2] as HTMLElement;
    expect(card).not.toBeVisible();

    act(() => intersect(card));
    expect(card).toBeVisible();
    expect(executive[3]).not.toBeVisible();

    act(() => intersect(card, false));
    expect(card).toBeVisible();
  });

  it('TEAM-05 shows every card to visitors who prefer reduced motion', async () => {
    setMediaQuery('(prefers-reduced-motion: reduce)', true);
    applyStyles({ motion: false });

    const { executive } = await open();

    expect(executive).toHaveLength(6);
    for (const card of executive) expect(card).toBeVisible();
  });
});
