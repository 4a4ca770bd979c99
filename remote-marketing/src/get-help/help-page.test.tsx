import { EMERGENCY_SITUATION } from '@site/shared/domain/emergency';
import { hostServicesStub } from '@site/shared/testing/host-services-stub';
import { renderRoutes } from '@site/shared/testing/render-routes';
import { screen, within } from '@testing-library/react';
import { createRoutes } from '../routes.tsx';

const PARTS = ['too-much', 'wants-to-die', 'not-safe', 'stop', 'pressure', 'friend', 'parents', 'school', 'substances', 'private'];
const HELPLINE = { name: 'A listening line', telephone: '0800 123 4567', note: '' };

const open = (site: Parameters<typeof hostServicesStub>[0] = { site: { emergencyTelephone: '113', helplines: [HELPLINE] } }) =>
  renderRoutes(createRoutes, '/help', hostServicesStub(site));
const getPart = (id: string): HTMLElement => {
  const part = document.getElementById(id)?.closest('section');
  if (!part) throw new Error(`No part ${id}`);
  return part;
};

describe('the help page', () => {
  it('NS-12 lists its parts, to whose fixed addresses search and other pages link', async () => {
    await open();

    const list = screen.getByRole('navigation', { name: 'What is happening?' });
    expect(
      within(list)
        .getAllByRole('link')
        .map((link) => link.getAttribute('href')),
    ).toEqual(PARTS.map((id) => `/help#${id}`));
    expect(screen.getAllByRole('heading', { level: 2 }).map(({ id }) => id)).toEqual(PARTS);
  });

  it('NS-12 begins with the configured numbers, and repeats them where it is urgent', async () => {
    await open();

    const calls = ['Emergency: call 113', 'To talk: call 0800 123 4567'];
    for (const name of calls) expect(screen.getAllByRole('link', { name })).toHaveLength(5);
    for (const id of ['too-much', 'wants-to-die', 'not-safe', 'parents'])
      expect(
        within(getPart(id))
          .getAllByRole('link')
          .slice(0, 2)
          .map((link) => link.getAttribute('href')),
      ).toEqual(['tel:113', 'tel:08001234567']);
  });

  it('NS-12 contains no hard-coded number and no placeholder, and works without an emergency number', async () => {
    const { container, unmount } = await open();
    expect(container.textContent).not.toMatch(/112|\{\w+\}|undefined/);
    unmount();

    const { container: other } = await open({ site: { helplines: [HELPLINE] } });
    expect(other.textContent).toContain('Call the emergency services now if someone');
    expect(screen.queryByRole('link', { name: /^Emergency/ })).toBeNull();
  });

  it('NS-12 tells parents and friends when to call first, in the words of every other page', async () => {
    await open();

    for (const id of ['friend', 'parents', 'school']) expect(getPart(id)).toHaveTextContent(`If ${EMERGENCY_SITUATION}, call 113`);
  });

  it.each([
    ['too-much', /Do not make them vomit.*milk, palm oil.*even if you feel well/],
    ['too-much', /Stay with them if you are safe.*container/],
    ['wants-to-die', /Is it you\?.*Is it someone else\?.*pesticides and weapons, if you can do it safely/],
    ['not-safe', /Get to a safe place first.*do not try to take the weapon away.*Exit this page/],
    ['stop', /Do not stop from one day to the next without a health worker.*One slip is not the end/],
    ['pressure', /say no without a reason.*Dares/],
    ['parents', /in their packet, out of the reach of children.*do not throw them.*My child was caught.*beat my child.*chains/],
    ['school', /You were caught.*named person.*besides suspension.*leaving school/],
    ['private', /my parents\?.*my school\?.*the police\?.*If a life is in danger/],
  ])('says in #%s what matters most: %s', async (id, text) => {
    await open();
    expect(getPart(id)).toHaveTextContent(text);
  });

  it('names a hub only where there is one', async () => {
    await open();
    expect(getPart('stop')).toHaveTextContent('Where we have a hub, we can help you to find a clinic and go with you: Akoka, Lagos; Ile-Ife, Osun State');
    expect(document.body.textContent).not.toMatch(/near you/);
  });

  it('explains each street name on its own line', async () => {
    await open();

    const lines = within(getPart('substances'))
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent ?? '');
    for (const name of [
      'Loud',
      'Colorado',
      'Arizona',
      'Tramadol',
      'Codeine',
      'Ice, mkpuru mmiri',
      'Rohypnol',
      'Gum, glue',
      'Gutter water',
      'Shisha',
      'Vape',
      'Ogogoro',
      'Cigarettes',
      'Petrol',
      'Lizard dung',
      'Suck-and-die',
    ])
      expect(lines.filter((line) => line.split(':')[0]?.includes(name)).length).toBeGreaterThanOrEqual(1);
  });

  it('says that a doctor and a child-protection specialist must review it', async () => {
    const { container } = await open();
    expect(container.textContent).toContain('Sample text. A doctor and a child-protection specialist must review it before this site goes live.');
  });
});
