import { hostServicesStub } from '@site/shared/testing/host-services-stub';
import { renderRoutes } from '@site/shared/testing/render-routes';
import { screen, within } from '@testing-library/react';
import { createRoutes } from '../routes.tsx';
import { getTrust } from '../trust/trust-text.ts';
import { getGiving } from './giving-text.ts';

const open = async () => {
  const stub = hostServicesStub();
  return { stub, ...(await renderRoutes(createRoutes, '/donate', stub)) };
};

describe('the donation page', () => {
  it('NS-12 shows the effect of amounts, marks samples, and links to the configured payment page', async () => {
    const { stub, container } = await open();

    expect(screen.getByRole('heading', { level: 1, name: 'What your gift does' })).toBeInTheDocument();
    expect(container.textContent).toContain('Please do not send money');
    for (const amount of ['₦2,500', '₦10,000', '₦50,000']) expect(screen.getByText(amount)).toBeInTheDocument();
    expect(screen.getByRole('link', { name: /^Continue to payment/ })).toHaveAttribute('href', stub.site.donateUrl);
  });

  it('NS-12 lists the ways to give, starting with the payment page', async () => {
    await open();

    expect(screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)).toEqual([
      'Choose what is easiest for you',
      'From workbook to classroom',
      'Questions about gifts',
    ]);
    expect(
      screen
        .getAllByRole('heading', { level: 3 })
        .slice(0, 3)
        .map(({ textContent }) => textContent),
    ).toEqual(['Card or online', 'Bank transfer', 'By phone, without internet']);
  });

  it('NS-12 shows the account and the codes as text with Copy buttons', async () => {
    const { stub, user } = await open();

    const bank = screen.getByRole('region', { name: 'Bank transfer' });
    expect(bank.textContent).toContain(stub.site.organisationName);
    await user.click(within(bank).getByRole('button', { name: 'Copy: Account number' }));
    expect(await navigator.clipboard.readText()).toBe('0000000000');
    const phone = screen.getByRole('region', { name: 'By phone, without internet' });
    await user.click(within(phone).getByRole('button', { name: 'Copy: Sample Bank code' }));
    expect(await navigator.clipboard.readText()).toBe('*000*1*AMOUNT*0000000000#');
  });

  it('NS-12 shows the contact for other ways to give and for receipts', async () => {
    const { stub } = await open();
    for (const email of [stub.site.partnerEmail, stub.site.email])
      expect(screen.getAllByText(email, { selector: 'a' })[0]).toHaveAttribute('href', `mailto:${email}`);
  });

  it("NS-12 answers donors' questions", async () => {
    const { stub } = await open();

    const questions = screen.getByRole('region', { name: 'Questions about gifts' });
    for (const topic of [
      /money go/,
      /Do I get a receipt/,
      /too much, or to the wrong account/,
      /every month, and how do I stop/,
      /safe to pay by card/,
      /debited, but the payment failed/,
      /sponsor one school/,
      /collect money/,
      /abroad/,
      /things instead of money/,
      /partner/,
      /complaint/,
    ])
      expect(within(questions).getByRole('heading', { level: 3, name: topic })).toBeInTheDocument();
    expect(questions.textContent).not.toMatch(/\{\w+\}/);
    expect(within(questions).getAllByText(stub.site.partnerEmail, { selector: 'a' })[0]).toHaveAttribute('href', `mailto:${stub.site.partnerEmail}`);
  });

  it("NS-12 explains spending with the impact page's text, and links to the page's figures and accounts", async () => {
    await open();

    const answer = document.getElementById('money');
    for (const sentence of getTrust().spending) expect(answer).toHaveTextContent(sentence);
    expect(answer).toHaveTextContent(/Salaries are/);
    expect(within(answer ?? document.body).getByRole('link')).toHaveAttribute('href', '/impact#trust');
    expect(screen.getByRole('link', { name: 'See what we have achieved' })).toHaveAttribute('href', '/impact#figures');
  });

  it('NS-12 explains who may collect money, receipts for gifts from abroad, and how to complain anonymously to the board', async () => {
    const { stub } = await open();

    expect(document.getElementById('fraud')).toHaveTextContent(
      `Nobody collects money for us at your door, on a bus, by phone or on WhatsApp, or into a personal account. The account on this page is the only one. Have you paid someone else already? Call your bank now: only your bank can ask for it back.`,
    );
    expect(document.getElementById('tax')).toHaveTextContent('We cannot give Gift Aid or tax receipts outside Nigeria.');
    const complaint = document.getElementById('complaint');
    expect(complaint).toHaveTextContent(/without your name/);
    expect(complaint).toHaveTextContent(new RegExp(`chair of the board.*${stub.site.office}`));
    expect(within(complaint ?? document.body).getByRole('link', { name: 'How we handle complaints' })).toHaveAttribute('href', '/impact#complaints');
  });

  it('NS-12 links each question near the top to its answer', async () => {
    await open();

    const questionLinks = within(screen.getByRole('navigation', { name: 'Questions about gifts', hidden: true })).getAllByRole('link', { hidden: true });
    expect(questionLinks.map((link) => link.getAttribute('href'))).toEqual(
      expect.arrayContaining(['/donate#money', '/donate#fraud', '/donate#receipt', '/donate#mistake', '/donate#stop-monthly']),
    );
    for (const link of questionLinks) {
      const answer = document.getElementById(link.getAttribute('href')?.split('#')[1] ?? '');
      expect(within(answer ?? document.body).getByRole('heading', { level: 3 }).textContent).toBe(link.textContent);
    }
  });

  it('NS-12 has a target for links to the bank transfer, even without a bank account', async () => {
    const { unmount } = await open();
    expect(document.getElementById('bank-transfer')).toHaveTextContent('Bank transfer');
    unmount();

    const stub = hostServicesStub();
    const { bank: _bank, ...giving } = getGiving(stub.site);
    const routesWithoutBank = createRoutes(stub).map((route) => ('path' in route && route.path === '/donate' ? { ...route, loader: () => giving } : route));
    await renderRoutes(() => routesWithoutBank, '/donate', stub);
    expect(screen.queryByRole('heading', { name: 'Bank transfer' })).toBeNull();
    expect(document.getElementById('bank-transfer')).toHaveTextContent('Card or online');
  });
});
