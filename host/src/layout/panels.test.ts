import { watchPanels } from './panels.ts';

const press = (key: string): boolean => document.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));

describe('open panels', () => {
  beforeAll(() => watchPanels());

  it('SHELL-10 the menu closes on Escape and returns the focus', () => {
    document.body.innerHTML = '<details data-menu="" open><summary tabindex="0">Menu</summary><a href="/about">About Us</a></details>';

    press('Escape');

    expect(document.querySelector('details')?.open).toBe(false);
    expect(document.querySelector('summary')).toBe(document.activeElement);
  });

  it('NS-02 the helplines open without a history entry, trap the focus, and return it on Escape', () => {
    document.body.innerHTML = '<a href="#help">Need to talk?</a><a href="/about">About Us</a><div id="help" tabindex="-1"><a href="tel:1">Call</a></div>';
    const [opener, outside] = document.querySelectorAll('a');
    const steps = history.length;

    opener?.click();
    expect([document.activeElement?.id, 'help' in document.documentElement.dataset, history.length]).toEqual(['help', true, steps]);
    outside?.focus();
    expect(document.activeElement).toHaveTextContent('Call');
    press('Escape');
    expect([document.activeElement, 'help' in document.documentElement.dataset]).toEqual([opener, false]);
  });

  it('NS-02 the helplines close when one of their links opens a page, with a full page load if the URL opened them', () => {
    document.body.innerHTML = '<a href="#help">Need to talk?</a><div id="help" tabindex="-1"><a href="/help">Get help</a></div>';
    const [opener, link] = document.querySelectorAll('a');
    const clicks: string[] = [];
    link?.addEventListener('click', () => clicks.push('followed'));
    // jsdom does not support navigation.
    addEventListener('click', (event) => event.preventDefault(), true);

    opener?.click();
    link?.click();
    expect(['help' in document.documentElement.dataset, clicks]).toEqual([false, ['followed']]);

    location.hash = '#help';
    link?.click();
    expect(clicks).toHaveLength(1);
    location.hash = '';
  });
});
