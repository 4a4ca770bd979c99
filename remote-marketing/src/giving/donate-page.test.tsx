import { hostServicesStub } from '@site/shared/testing/host-services-stub';
import { renderRoutes } from '@site/shared/testing/render-routes';
import { screen, within } from '@testing-library/react';
import { createRoutes } from '../routes.tsx';

import { getGiving } from './giving-text.ts';

const open = async () => {
  const stub = hostServicesStub();
  return { stub, ...(await renderRoutes(createRoutes, '/donate', stub)) };
};

describe('the page about gifts', () => {
  it('NS-12 says what amounts do, marks samples, and leads to the configured payment page', async () => {
    const { stub, container } = await open();

    expect(screen.getByRole('heading', { level: 1, name: 'What your gift does' })).toBeInTheDocument();
    expect(container.textContent).toContain('Please do not send money');
    for (const amount of ['₦2,500', '₦10,000', '₦50,000']) expect(screen.getByText(amount)).toBeInTheDocument();
    expect(screen.getByRole('link', { name: /^Continue to payment/ })).toHaveAttribute('href', stub.site.donateUrl);
  });

  it('NS-12 begins with the ways to give, the payment page first', async () => {
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

  it('NS-12 shows the account and the codes as text, and copies them', async () => {
    const { stub, user } = await open();

    const bank = screen.getByRole('region', { name: 'Bank transfer' });
    expect(bank.textContent).toContain(stub.site.organisationName);
    await user.click(within(bank).getByRole('button', { name: 'Copy: Account number' }));
    expect(await navigator.clipboard.readText()).toBe('0000000000');
    const phone = screen.getByRole('region', { name: 'By phone, without internet' });
    await user.click(within(phone).getByRole('button', { name: 'Copy: Sample Bank code' }));
    expect(await navigator.clipboard.readText()).toBe('*000*1*5000*0000000000#');
  });

  it('NS-12 says whom to ask about other ways to give, and about receipts', async () => {
    const { stub } = await open();
    for (const email of [stub.site.partnerEmail, stub.site.email])
      expect(screen.getAllByRole('link', { name: email })[0]).toHaveAttribute('href', `mailto:${email}`);
  });

  it('NS-12 answers what donors ask', async () => {
    const { stub } = await open();

    const questions = screen.getByRole('region', { name: 'Questions about gifts' });
    for (const topic of [/money go/, /receipt/, /twice/, /abroad/, /things instead of money/, /partner/, /complaint/])
      expect(within(questions).getByRole('heading', { level: 3, name: topic })).toBeInTheDocument();
    expect(questions.textContent).not.toMatch(/\{\w+\}/);
    expect(within(questions).getAllByRole('link', { name: stub.site.partnerEmail })[0]).toHaveAttribute('href', `mailto:${stub.site.partnerEmail}`);
  });

  it('NS-12 has a place for links to the transfer, with an account and without', async () => {
    const { unmount } = await open();
    expect(document.getElementById('bank-transfer')).toHaveTextContent('Bank transfer');
    unmount();

    const stub = hostServicesStub();
    const { bank: _bank, ...giving } = getGiving(stub.site);
    const withoutAccount = createRoutes(stub).map((route) => ('path' in route && route.path === '/donate' ? { ...route, loader: () => giving } : route));
    await renderRoutes(() => withoutAccount, '/donate', stub);
    expect(screen.queryByRole('heading', { name: 'Bank transfer' })).toBeNull();
    expect(document.getElementById('bank-transfer')).toHaveTextContent('Card or online');
  });
});
