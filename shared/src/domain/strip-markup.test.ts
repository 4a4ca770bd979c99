/** @jest-environment node */
import { isMarkup, stripMarkup } from './strip-markup.ts';

describe('stripMarkup', () => {
  it.each([
    ['phrases and blocks', '<p>We <b>answer</b>ed.</p><p>Twice.</p>', 'We answered. Twice.'],
    ['entities', '<p>Fish &amp; chips&nbsp;&lt;3</p>', 'Fish & chips <3'],
    ['scripts and their content', '<p>a</p><script>alert("<p>b</p>")</script>', 'a'],
    ['every entity', '<p>&amp;|&lt;|&gt;|&quot;|&#39;|&apos;|a&nbsp;b|&copy;</p>', `&|<|>|"|'|'|a b|&copy;`],
    ['other dropped elements and their content', '<p>a</p><STYLE>b</STYLE><template>c</template><svg>d</svg><iframe src="/">e</iframe >f', 'a f'],
    ['elements with similar names', '<p>a<stylex>b</stylex>c</p>', 'a b c'],
    ['attributes of phrases', 'We <span class="x">answer</span>ed <a href="/">us</A>.', 'We answered us.'],
    ['a dropped element as a space', 'a<script>b</script>c', 'a c'],
    ['a phrase inside a word', 'a<b>b</b>c<a href="/">d</a>', 'abcd'],
    ['plain text, in which an entity is text', 'a &amp; b', 'a &amp; b'],
    ['other elements as blocks', '<p>a</p><body>b</body><i2>c', 'a b c'],
    ['plain text, unchanged except for spaces', 'Two  <  three\n& four', 'Two < three & four'],
  ])('NEWS-09 EVT-05 reads %s', (_, html, expected) => {
    expect(stripMarkup(html)).toBe(expected);
  });
});

describe('isMarkup', () => {
  it.each([
    ['<p>a</p>', true],
    ['a <BR> b', true],
    ['a <b', false],
    ['</p>', false],
    ['2 < 3 and 4 > 3', false],
    ['', false],
  ])('detects it in "%s"', (text, expected) => {
    expect(isMarkup(text)).toBe(expected);
  });
});
