/** @jest-environment node */
import { isMarkup, stripMarkup } from './strip-markup.ts';

describe('stripMarkup', () => {
  it.each([
    ['phrases and blocks', '<p>We <b>answer</b>ed.</p><p>Twice.</p>', 'We answered. Twice.'],
    ['entities', '<p>Fish &amp; chips&nbsp;&lt;3</p>', 'Fish & chips <3'],
    ['scripts with what is inside', '<p>a</p><script>alert("<p>b</p>")</script>', 'a'],
    ['plain text, left as it is but for its spaces', 'Two  <  three\n& four', 'Two < three & four'],
  ])('NEWS-09 EVT-05 reads %s', (_, html, expected) => {
    expect(stripMarkup(html)).toBe(expected);
  });
});

describe('isMarkup', () => {
  it.each([
    ['<p>a</p>', true],
    ['2 < 3 and 4 > 3', false],
    ['', false],
  ])('detects it in "%s"', (text, expected) => {
    expect(isMarkup(text)).toBe(expected);
  });
});
