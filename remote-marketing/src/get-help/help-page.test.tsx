import { EMERGENCY_SITUATION, NO_ANSWER } from '@site/shared/domain/emergency';
import { hostServicesStub } from '@site/shared/testing/host-services-stub';
import { renderRoutes } from '@site/shared/testing/render-routes';
import { screen, within } from '@testing-library/react';
import { createRoutes } from '../routes.tsx';

const PARTS = ['too-much', 'wants-to-die', 'not-safe', 'stop', 'pressure', 'friend', 'parents', 'school', 'teachers', 'grief', 'substances', 'private'];
const HELPLINE = { name: 'A listening line', telephone: '0800 123 4567', note: '' };

const open = (site: Parameters<typeof hostServicesStub>[0] = { site: { emergencyTelephone: '113', helplines: [HELPLINE] } }) =>
  renderRoutes(createRoutes, '/help', hostServicesStub(site));
const getPart = (id: string): HTMLElement => {
  const part = document.getElementById(id)?.closest('section');
  if (!part) throw new Error(`No part ${id}`);
  return part;
};

describe('the help page', () => {
  it('NS-12 lists its parts, whose URLs are fixed because search and other pages link to them', async () => {
    await open();

    const list = screen.getByRole('navigation', { name: 'What is happening?' });
    expect(
      within(list)
        .getAllByRole('link')
        .map((link) => link.getAttribute('href')),
    ).toEqual(PARTS.map((id) => `/help#${id}`));
    expect(screen.getAllByRole('heading', { level: 2 }).map(({ id }) => id)).toEqual(PARTS);
  });

  it('NS-12 starts with the configured numbers, and repeats them in urgent parts', async () => {
    await open();

    const calls = ['Emergency: call 113', 'To talk: call 0800 123 4567'];
    for (const name of calls) expect(screen.getAllByRole('link', { name })).toHaveLength(6);
    for (const id of ['too-much', 'wants-to-die', 'not-safe', 'parents', 'teachers'])
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

  it('NS-12 first tells parents and friends when to call, with the same text as other pages', async () => {
    await open();

    for (const id of ['friend', 'parents', 'school', 'teachers']) {
      const part = getPart(id);
      expect(part).toHaveTextContent(`If ${EMERGENCY_SITUATION}, call 113 now. ${NO_ANSWER}`);
      expect(part).toHaveTextContent(/many tablets or a pesticide.*even if they feel well now/);
      const warningSignsLink = within(part).getByRole('link', { name: /cannot be woken, slow breathing, blue lips, foam, a fit/ });
      expect(warningSignsLink).toHaveAttribute('href', '/help#too-much');
      const [title] = within(part).getAllByRole('heading', { level: 3 });
      expect(title?.compareDocumentPosition(warningSignsLink)).toBe(Node.DOCUMENT_POSITION_PRECEDING);
    }
  });

  it('NS-12 lets parents postpone only a talk, and only if the child is well', async () => {
    await open();

    expect(getPart('parents')).toHaveTextContent('The advice below is for a child who is awake and well');
    expect(getPart('parents').textContent?.match(/tomorrow/gi)).toHaveLength(1);
    expect(getPart('parents')).toHaveTextContent('If your child is well, a talk about smoking or a packet that you found can wait until tomorrow');
  });

  it.each(['parents', 'school', 'teachers'])('lists the headings of #%s as links', async (id) => {
    await open();

    const list = within(getPart(id)).getByRole('navigation', { name: /^In this section / });
    const targets = within(list)
      .getAllByRole('link')
      .map((link) => document.getElementById(link.getAttribute('href')?.replace('/help#', '') ?? ''));
    expect(targets.map((heading) => heading?.textContent)).toEqual(
      within(getPart(id))
        .getAllByRole('heading', { level: 3 })
        .map(({ textContent }) => textContent),
    );
    expect(new Set(targets).size).toBe(targets.length);
  });

  it('links back to the list of parts after each part', async () => {
    await open();

    expect(document.getElementById('topics')).toBe(screen.getByRole('navigation', { name: 'What is happening?' }));
    for (const id of PARTS) expect(within(getPart(id)).getAllByRole('link').at(-1)).toHaveAttribute('href', '/help#topics');
  });

  it('shows the most important message in each part', async () => {
    await open();
    for (const [id, text] of [
      ['too-much', /Do not make them vomit.*milk, palm oil.*even if you feel well/],
      ['too-much', /Stay with them if you are safe.*container/],
      ['wants-to-die', /Is it you\?.*Is it someone else\?.*pesticides and weapons, if you can do it safely/],
      ['not-safe', /Get to a safe place first.*do not try to take the weapon away.*Exit this page/],
      ['not-safe', /Nude pictures.*sextortion.*not your fault.*Do not pay.*do not send.*Take screenshots.*block.*report.*adult whom you trust.*0800 123 4567/],
      ['stop', /What treatment costs.*free.*cannot promise a price.*Ask for the price before you agree/],
      ['stop', /cigarettes, shisha or loud, choose one change.*Do not do this with tramadol, codeine, alcohol or tranquillisers/],
      ['friend', /Stopping suddenly can cause fits/],
      ['stop', /Do not stop suddenly without a health worker.*One slip is not the end/],
      ['pressure', /say no without a reason.*Dares/],
      [
        'parents',
        /out of the reach of children.*do not throw them.*ice, weed or a powder.*against the law.*My child steals.*My child was caught.*beat my child.*chains/,
      ],
      [
        'parents',
        /NDLEA are holding my child.*Say how old your child is.*nothing without a receipt.*I live abroad.*a free number does not work from another country/,
      ],
      ['parents', /Is it my fault, and can my child stop\?.*It is not your fault.*Many who use every day do stop/],
      ['parents', /We do not provide treatment.*call 0800 123 4567.*government hospital.*Ask for the price before you agree/],
      ['substances', /only a leaf.*natural does not mean harmless.*It does not happen to everyone.*against the law/],
      ['teachers', /Drugs were found.*First ask whether the pupil has taken any.*Do not send any pupil home before morning.*to a hospital at any hour/],
      ['not-safe', /put something in your drink.*It is not your fault.*go to a hospital today/],
      ['parents', /Signs that a child takes drugs, and what else it can be.*No single sign is proof/],
      ['parents', /An adult son or daughter refuses treatment.*Force.*chains.*call 113/],
      ['parents', /How to talk with a child about drugs, before anything happens/],
      ['school', /left school.*Under 16\?.*School fees.*We do not pay school fees.*You were caught.*name of one person/],
      ['school', /drug test.*single test can be wrong.*boarding house at night.*Do not wait until morning.*at the gate.*Ask them to keep your name out of it/],
      ['teachers', /cannot be woken or is having a fit, do not move them unless the place is dangerous.*awake and can walk, go to a quiet room/],
      ['teachers', /Do not promise to keep everything secret.*Two adults.*Do not confront.*besides suspension.*A pupil has died.*do not guess about drugs/],
      ['grief', /It is not your fault.*the line is for grief too.*Are you thinking about ending your life/],
      ['too-much', /another country.*reaches the services where you are, not where they are.*someone who is near them/],
      ['substances', /225 mg, more than twice the usual highest single dose of 100 mg.*No one can say what is in it, so no dose is safe/],
      ['private', /my parents\?.*my school\?.*the police that I use drugs\?.*If a life or a child is in danger/],
      ['private', /my parents\? Not unless you agree.*a life or a child is in danger.*tell you first, if we can/],
      ['private', /at 16 without my parents\?.*depends on the clinic/],
      ['private', /NDLEA arrest us if we call or go to hospital\?.*call 113 or go to a hospital first.*A lawyer must review/],
      ['private', /from the police or NDLEA, and wants money.*identity card.*Do not pay.*do not go anywhere alone/],
      ['private', /missed period.*pregnan.*test you in private/],
    ] as const)
      expect(getPart(id)).toHaveTextContent(text);
  });

  it('links from its parts to related pages', async () => {
    await open();
    for (const [id, to] of [
      ['friend', '/help#stop'],
      ['parents', '/help#private'],
      ['school', '/help#private'],
      ['private', '/help#not-safe'],
      ['private', 'https://wa.me/2348000000000'],
      ['substances', '/help#stop'],
    ] as const)
      expect(
        within(getPart(id))
          .getAllByRole('link')
          .map((link) => link.getAttribute('href')),
      ).toContain(to);
  });

  it('NS-12 sends children who are hurt to the helpline instead of the office', async () => {
    await open();
    expect(getPart('not-safe')).toHaveTextContent(/tell someone else, or call 0800 123 4567/);
    expect(getPart('not-safe').textContent).not.toContain('+234');
  });

  it('lists only configured hubs', async () => {
    await open();
    expect(getPart('stop')).toHaveTextContent('Our hubs are here: Akoka, Lagos; Ile-Ife, Osun State');
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

  it('says that a doctor, a lawyer and a child-protection specialist must review it', async () => {
    const { container } = await open();
    expect(container.textContent).toContain('Sample text. A doctor, a lawyer and a child-protection specialist must review it before this site goes live.');
  });
});
