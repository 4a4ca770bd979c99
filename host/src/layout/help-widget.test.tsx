import { siteFixture } from '@site/shared/testing/fixtures';
import { render, screen, within } from '@testing-library/react';
import { createShiftCounter, HelpWidget } from './help-widget.tsx';

const site = siteFixture();

describe('the help button', () => {
  it('NS-02 opens a dialog with the helplines, WhatsApp and the quick exit', () => {
    render(<HelpWidget site={site} />);

    const button = screen.getByRole('button', { name: 'Need to talk?' });
    const dialog = document.getElementById(button.getAttribute('popovertarget') ?? '') as HTMLElement;
    expect(dialog.tagName).toBe('DIALOG');
    for (const { telephone } of site.helplines)
      expect(within(dialog).getByText(`Call ${telephone}`).closest('a')).toHaveAttribute('href', expect.stringMatching(/^tel:\+?\d+$/));
    expect(within(dialog).getByText('Write on WhatsApp').closest('a')).toHaveAttribute('href', 'https://wa.me/2348000000000');
    expect(within(dialog).getByText('Exit this page').closest('a')).toHaveAttribute('href', expect.stringMatching(/^https:/));
  });
});

describe('the quick exit', () => {
  const press = (keys: readonly (readonly [key: string, atMs: number])[]) => {
    const count = createShiftCounter();
    return keys.map(([key, timeStamp]) => count({ key, timeStamp, repeat: false }));
  };

  it('NS-02 is triggered by the third press of Shift in a row', () => {
    expect(
      press([
        ['Shift', 0],
        ['Shift', 300],
        ['Shift', 600],
      ]),
    ).toEqual([false, false, true]);
  });

  it('NS-02 is not triggered by typing or by slow presses', () => {
    expect(
      press([
        ['Shift', 0],
        ['A', 100],
        ['Shift', 300],
        ['Shift', 600],
      ]),
    ).toEqual([false, false, false, false]);
    expect(
      press([
        ['Shift', 0],
        ['Shift', 2000],
        ['Shift', 4000],
      ]),
    ).toEqual([false, false, false]);
  });

  it('NS-02 counts a held key once', () => {
    const count = createShiftCounter();

    expect([false, true, true, true].map((repeat, index) => count({ key: 'Shift', repeat, timeStamp: index }))).toEqual([false, false, false, false]);
  });
});
