import { EMERGENCY_SITUATION, NO_ANSWER } from '@site/shared/domain/emergency';
import { siteFixture } from '@site/shared/testing/fixtures';
import { createOfflinePage } from './offline-page.server.ts';

const getPhoneLinks = (html: string): readonly (readonly string[])[] =>
  [...new DOMParser().parseFromString(html, 'text/html').querySelectorAll('.line')].map((line) => [
    line.querySelector('a')?.getAttribute('href') ?? '',
    line.querySelector('a')?.textContent ?? '',
    line.querySelector('p')?.textContent ?? '',
  ]);

describe('the offline page', () => {
  it('NS-02 lists the emergency number first, then the helpline, then the named office', () => {
    const calls = getPhoneLinks(createOfflinePage(siteFixture({ emergencyTelephone: '112' }), ''));

    expect(calls).toEqual([
      ['tel:112', 'Emergency: call 112', `If ${EMERGENCY_SITUATION}. ${NO_ANSWER}`],
      ['tel:08000000000', 'Call 0800 000 0000', 'Sample helpline. Free, day and night'],
      ['tel:+2348000000000', 'Call +234 800 000 0000', 'Office of Better Tomorrow Initiative'],
    ]);
  });

  it('shows no emergency number if none is configured', () => {
    expect(createOfflinePage(siteFixture(), '')).not.toContain('Emergency');
  });
});
