/** @jest-environment node */
import { whatsAppHref } from './whatsapp-href.ts';

describe('the WhatsApp conversation with a number', () => {
  it('contains only the digits of the number', () => {
    expect(whatsAppHref('+234 800-000 0000')).toBe('https://wa.me/2348000000000');
  });

  it('starts with the given text', () => {
    expect(whatsAppHref('+2348000000000', 'Hello & welcome')).toBe('https://wa.me/2348000000000?text=Hello%20%26%20welcome');
  });
});
