/** @jest-environment node */
import { whatsAppHref } from './whatsapp-href.ts';

describe('the WhatsApp conversation with a number', () => {
  it('has only the digits of the number', () => {
    expect(whatsAppHref('+234 800-000 0000')).toBe('https://wa.me/2348000000000');
  });

  it('begins with a text', () => {
    expect(whatsAppHref('+2348000000000', 'Hello & welcome')).toBe('https://wa.me/2348000000000?text=Hello%20%26%20welcome');
  });
});
