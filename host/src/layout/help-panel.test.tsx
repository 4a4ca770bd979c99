import { siteFixture } from '@site/shared/testing/fixtures';
import { render, screen, within } from '@testing-library/react';
import { formatHelplines } from '../features/help/helplines.ts';
import { HelpPanel } from './help-panel.tsx';

const site = siteFixture();

describe('the helplines', () => {
  it('NS-02 are a dialog with telephone numbers, WhatsApp and the quick exit', () => {
    render(<HelpPanel site={site} />);

    const dialog = screen.getByRole('dialog', { name: 'Need to talk?' });
    for (const { telephone } of site.helplines)
      expect(within(dialog).getByText(`Call ${telephone}`).closest('a')).toHaveAttribute('href', expect.stringMatching(/^tel:\+?\d+$/));
    expect(within(dialog).getByText('Write on WhatsApp').closest('a')).toHaveAttribute('href', 'https://wa.me/2348000000000');
    expect(within(dialog).getByText('Exit this page').closest('a')).toHaveAttribute('href', expect.stringMatching(/^https:/));
  });

  it('NS-02 begin with the emergency number, and distinguish the office from a helpline', () => {
    const { rerender } = render(<HelpPanel site={{ ...site, emergencyTelephone: '112' }} />);
    expect(screen.getAllByRole('link').find((link) => link.getAttribute('href')?.startsWith('tel:'))).toHaveAttribute('href', 'tel:112');
    expect(screen.getByText('Emergency: call 112')).toBeInTheDocument();
    expect(screen.getByText(/^If .*has a fit, has swallowed poison or many tablets.*\. If nobody answers, go to the nearest hospital\.$/)).toBeInTheDocument();
    expect(screen.getByText(`Office of ${site.organisationName}. They will see your number and name`)).toBeInTheDocument();

    rerender(<HelpPanel site={site} />);
    expect(screen.queryByText(/^Emergency/)).not.toBeInTheDocument();
  });

  it('NS-02 say that calls are free and possible at any hour if the configuration says so', () => {
    const line = { name: 'A line', telephone: '0800 100', note: '' };
    const { rerender } = render(<HelpPanel site={{ ...site, helplines: [line] }} />);
    expect(screen.queryByText('Free call')).not.toBeInTheDocument();

    rerender(<HelpPanel site={{ ...site, helplines: [{ ...line, isFree: true, isAlwaysOpen: true }] }} />);
    expect(
      within(screen.getByRole('list', { name: 'About this line' }))
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual(['Free call', '24 hours']);
  });

  it('NS-02 are available as plain text too', () => {
    const line = { name: 'A line', telephone: '0800 100', note: '', isFree: true, isAlwaysOpen: true };

    expect(formatHelplines({ organisationName: 'Us', emergencyTelephone: '112', helplines: [] })).toBe('Us: need to talk?\nEmergency: call 112\n');
    expect(formatHelplines({ organisationName: 'Us', helplines: [line, { name: 'Another', telephone: '112', note: 'At night' }] })).toBe(
      'Us: need to talk?\nCall 0800 100. A line. Free call, 24 hours\nCall 112. Another. At night\n',
    );
  });
});
