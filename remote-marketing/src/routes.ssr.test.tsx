/** @jest-environment node */
import { listEvents } from '@site/shared/contracts/event';
import { listPosts } from '@site/shared/contracts/post';
import { getProgram } from '@site/shared/contracts/program';
import { hostServicesStub } from '@site/shared/testing/host-services-stub';
import { renderRoutesToString } from '@site/shared/testing/render-routes-to-string';
import { createRoutes } from './routes.tsx';

const program = {
  slug: 'navigate',
  title: 'NAVIGATE',
  content: '<p>Two calls a week with a mentor who has walked the road.</p><script>alert(1)</script>',
  coverImage: '/img/upload/v1/cover.webp',
};
const services = () =>
  hostServicesStub({
    responses: [
      [getProgram, program],
      [listEvents, []],
      [listPosts, []],
    ],
  });

describe('the pages on the server', () => {
  it.each([
    ['/', 'Our Commitment'],
    ['/about', 'Empowering Youth for a Better Tomorrow'],
    ['/team', 'Executive Team'],
    ['/what-we-do', 'What We Do'],
    ['/impact', 'Our Impact Story'],
    ['/volunteer', 'Join Our Volunteer Team'],
    ['/school-visit', 'Tell Us About Your School'],
    ['/ebook', 'Navigating Adolescence'],
    ['/donate', 'What your gift does'],
    ['/donation-success', 'Thank You for Your Generous Donation!'],
    ['/privacy', 'Nigeria Data Protection Act 2023'],
    ['/accessibility', 'Web Content Accessibility Guidelines 2.2'],
    ['/safeguarding', 'call 112'],
    ['/help', 'Someone has taken too much or is very ill'],
    ['/programs/navigate', 'Two calls a week with'],
  ])('ROUTE-01 to ROUTE-15, GEN-03 renders %s completely, with its own head', async (path, text) => {
    const page = await renderRoutesToString(createRoutes, path, services());

    expect(page.errors).toEqual([]);
    expect(page.status).toBe(200);
    expect(page.html).toContain(text);
    expect(page.html.match(/<h1[ >]/g)).toHaveLength(1);
    expect(page.head?.title).not.toBe('');
    expect(page.head?.description.length).toBeGreaterThan(40);
  });

  it.each([
    '/',
    '/about',
    '/team',
    '/what-we-do',
    '/impact',
    '/volunteer',
    '/school-visit',
    '/ebook',
    '/donate',
    '/donation-success',
    '/privacy',
    '/accessibility',
    '/safeguarding',
    '/help',
  ])('GEN-13 %s asks the API for nothing', async (path) => {
    const stub = hostServicesStub();

    await renderRoutesToString(createRoutes, path, stub);

    expect(stub.calls).toEqual([]);
  });

  it('PRIV-14 /privacy says which donor data is stored, why, and for how long', async () => {
    const { html } = await renderRoutesToString(createRoutes, '/privacy', services());

    const donors = html.slice(html.indexOf('When you give money'), html.indexOf('Young people under 18'));
    for (const topic of ['the name of the account', 'the amount', 'receipt', 'send money back', 'accounts']) expect(donors).toContain(topic);
    expect(html.slice(html.indexOf('How long we store it'))).toMatch(/gifts, receipts and refunds: six years/);
  });

  it('/safeguarding explains how to report our team anonymously and to someone other than the staff', async () => {
    const { html } = await renderRoutesToString(createRoutes, '/safeguarding', services());

    const concerns = html.slice(html.indexOf('Concerns about our team'));
    expect(concerns).toContain('letter to the chair of the board: Better Tomorrow Initiative, Lagos, Nigeria');
    expect(concerns).toContain('You do not have to say your name');
  });

  it('/safeguarding names the configured contact outside the staff before anyone else', async () => {
    const safeguardingContact = { name: 'Barrister E.', telephone: '+234 800 000 0009', email: 'safe@bettertomorrow.example' };
    const { html } = await renderRoutesToString(createRoutes, '/safeguarding', hostServicesStub({ site: { safeguardingContact } }));

    expect(html.match(/href="tel:\+2348000000009"/g)).toHaveLength(2);
    expect(html.slice(html.indexOf('In short')).indexOf('Barrister E.')).toBeGreaterThan(0);
    expect(html.slice(html.indexOf('Concerns about our team'))).toMatch(/Barrister E\., who is not one of our staff.*which our staff cannot read/s);
  });

  it.each(['/donate', '/safeguarding', '/school-visit'])('%s lets an email address wrap only after its @', async (path) => {
    const { html } = await renderRoutesToString(createRoutes, path, services());

    expect(html).toContain('hello@<wbr/>bettertomorrow.example</a>');
    expect(html).not.toMatch(/@bettertomorrow.example<\/a>/);
  });

  it.each(['/privacy', '/accessibility', '/safeguarding'])('PRIV-14 %s names its reviewer and a contact', async (path) => {
    const { html } = await renderRoutesToString(createRoutes, path, services());

    expect(html).toMatch(/must review it/);
    expect(html).toContain(services().site.email);
    expect(html).not.toMatch(/\{\w+\}/);
    for (const other of ['/privacy', '/accessibility', '/safeguarding']) expect(html.includes(`href="${other}"`)).toBe(other !== path);
    expect(html).toContain('href="/helplines.txt"');
  });

  it('PRIV-14 /safeguarding links its phone numbers and email address', async () => {
    const { site } = hostServicesStub({ site: { emergencyTelephone: '112' } });
    const { html } = await renderRoutesToString(createRoutes, '/safeguarding', hostServicesStub({ site: { emergencyTelephone: '112' } }));

    for (const href of ['tel:112', `tel:${site.telephone.replaceAll(' ', '')}`, `mailto:${site.email}`]) expect(html).toContain(`href="${href}"`);
  });

  it('PRIV-14 /privacy explains how people who gave only a phone number can use their rights', async () => {
    const { html } = await renderRoutesToString(createRoutes, '/privacy', services());

    expect(html.replace(/<[^>]+>/g, '')).toContain(`or call ${services().site.telephone} from the phone number that you gave us`);
  });

  it('HOME-01 HOME-03 shows only the first slide, and hides the Pause button, which needs JavaScript', async () => {
    const { html } = await renderRoutesToString(createRoutes, '/', services());

    expect(html.match(/aria-roledescription="slide"/g)).toHaveLength(8);
    expect(html.match(/class="slide current"/g)).toHaveLength(2);
    expect(html).not.toContain('inert');
    expect(html).toMatch(/hidden=""[^>]*>.*Play/s);
    expect(html).toContain('popoverTarget=');
  });

  it('HOME-06 renders the play control as a link until hydration', async () => {
    const stub = services();

    const { html } = await renderRoutesToString(createRoutes, '/', stub);

    expect(html).toContain(`href="${stub.site.videoUrl}" target="_blank"`);
    expect(html).not.toContain('<iframe');
  });

  it('PROG-01 PROG-05 finds a program by its slug and removes scripts from its text', async () => {
    const stub = services();

    const { html, head } = await renderRoutesToString(createRoutes, '/programs/navigate', stub);

    expect(stub.getCalls(getProgram)).toMatchObject([{ params: { slug: 'navigate' } }]);
    expect(html).not.toContain('alert(1)');
    expect(head).toMatchObject({
      title: 'NAVIGATE',
      description: 'Two calls a week with a mentor who has walked the road.',
      image: '/img/upload/v1/cover.webp',
    });
  });

  it('truncates the description of a program between two words', async () => {
    const stub = services();
    stub.respond(getProgram, { slug: 'navigate', title: 'NAVIGATE', content: `<p>${'Community centres in every state. '.repeat(9)}</p>` });

    const { head } = await renderRoutesToString(createRoutes, '/programs/navigate', stub);

    expect(head?.description).toMatch(/ (Community|centres|in|every|state\.)…$/);
  });

  it('excludes the thank-you page from search engines, and puts no block element in a span', async () => {
    const { head, html } = await renderRoutesToString(createRoutes, '/donation-success', services());

    expect(head?.noindex).toBe(true);
    expect(html).not.toMatch(/<span[^>]*><div/);
  });

  it("uses a different link-preview image for every page, and the site's image for school visits", async () => {
    const paths = ['/about', '/team', '/what-we-do', '/impact', '/volunteer', '/school-visit', '/ebook'];
    const heads = await Promise.all(paths.map(async (path) => (await renderRoutesToString(createRoutes, path, services())).head));
    const images = heads.flatMap((head) => (head?.image === undefined ? [] : [head.image]));

    expect(heads[paths.indexOf('/school-visit')]?.image).toBeUndefined();
    expect(new Set(images).size).toBe(images.length);
  });

  it('shares a program with its link-preview image, if the server has one', async () => {
    const stub = services();
    stub.respond(getProgram, {
      slug: 'navigate',
      title: 'NAVIGATE',
      coverImage: '/img/upload/v1/cover.webp',
      coverImageAlt: 'A compass',
      shareImage: '/img/share/a.jpg',
    });

    const { head } = await renderRoutesToString(createRoutes, '/programs/navigate', stub);

    expect(head).toMatchObject({ image: '/img/share/a.jpg', imageAlt: 'A compass' });
  });

  it('VOL-04 renders a form that posts without JavaScript, with browser validation of the email address', async () => {
    const { html } = await renderRoutesToString(createRoutes, '/volunteer', services());

    expect(html).toMatch(/<form[^>]*action="\/volunteer#volunteer-form" method="post"/);
    expect(html).not.toContain('noValidate');
    expect(html).toMatch(/type="tel"/);
  });

  it('ROUTE-13 has structured data for the organisation and the breadcrumbs', async () => {
    const heads = await Promise.all(
      ['/', '/about', '/programs/navigate'].map(async (path) => (await renderRoutesToString(createRoutes, path, services())).head),
    );

    expect(heads[0]?.structuredData).toMatchObject([{ '@type': 'NGO', name: 'Better Tomorrow Initiative' }, { '@type': 'WebSite' }]);
    expect(heads[1]?.structuredData).toMatchObject([{ '@type': 'BreadcrumbList', itemListElement: [{ name: 'Home' }, { name: 'About Us', position: 2 }] }]);
    expect(heads[2]?.structuredData).toMatchObject([
      { itemListElement: [{ name: 'Home' }, { name: 'What We Do' }, { item: 'https://bettertomorrow.example/programs/navigate' }] },
    ]);
  });

  it('EBOOK-02 shows the first image without JavaScript', async () => {
    const { html } = await renderRoutesToString(createRoutes, '/ebook', services());

    expect(html).toContain('alt="Navigating Adolescence 1"');
    expect(html).toContain('w_1080,h_1080');
    expect(html).not.toContain('alt="Navigating Adolescence 2"');
  });
});
