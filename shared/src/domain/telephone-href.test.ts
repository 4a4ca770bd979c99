/** @jest-environment node */
import { nameEmergencyCall } from './emergency.ts';
import { telephoneHref } from './telephone-href.ts';

describe('telephone numbers for people', () => {
  it.each([
    ['+234 800 000 0000', 'tel:+2348000000000'],
    ['0803-123 (4567)', 'tel:08031234567'],
    ['112', 'tel:112'],
  ])('%s has a link', (telephone, href) => {
    expect(telephoneHref(telephone)).toBe(href);
  });

  it('label an emergency call with its number', () => {
    expect(nameEmergencyCall('112')).toBe('Emergency: call 112');
  });
});
