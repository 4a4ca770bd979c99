/** @jest-environment node */
import { parseSiteText } from './parse-site-text.ts';
import { plainText } from './rich-text.ts';

const SITE = {
  siteUrl: 'https://site.example',
  emergencyTelephone: '112',
  helplines: [{ name: 'Listening line', telephone: '0800 000 0000', note: 'Private', isFree: true, isAlwaysOpen: true }],
};
const read = (html: string) => parseSiteText(html, SITE);

describe('a help box', () => {
  it('has the configured numbers wherever the text contains its element', () => {
    const text = read('<p>First.</p><aside data-box="help"></aside><blockquote><aside data-box="help"></aside></blockquote>');

    const json = JSON.stringify(text);
    expect(json.match(/"href":"tel:112"/g)).toHaveLength(2);
    expect(json.match(/"href":"tel:08000000000"/g)).toHaveLength(2);
    expect(plainText(text)).toContain('What to do now Call 112 Call 0800 000 0000 Call 112 if someone does not wake up');
    expect(plainText(text)).toMatch(/has a fit, has swallowed poison or many tablets.*If nobody answers, go to the nearest hospital\./);
    expect(plainText(text)).toContain('Call 0800 000 0000 to talk to someone, also if you think about dying. Listening line. Free call, 24 hours. Private.');
  });

  it('shows only the helplines if no emergency number is configured', () => {
    const text = parseSiteText('<aside data-box="help"></aside>', { ...SITE, emergencyTelephone: undefined });

    expect(plainText(text)).toMatch(/^What to do now Call 0800 000 0000 Call 0800 000 0000 to talk/);
  });

  it('ignores content inside its element', () => {
    expect(plainText(read('<aside data-box="help"><p>Call 0900 <a href="tel:0900">premium</a></p></aside><p>After.</p>'))).not.toContain('0900');
    expect(plainText(read('<aside data-box="help"><p>no</p></aside><p>After.</p>'))).toContain('After.');
  });

  it('matches no other element of a pasted page', () => {
    expect(read('<aside><p>See also</p></aside>')).toEqual([{ tag: 'p', children: ['See also'] }]);
  });
});
