/** Typical documents from editors, serialised as browsers do; parsing and sanitising must not change them. */

const SENTENCES = [
  'We left a wooden box in twelve Lagos schools.',
  'Ẹ káàbọ̀ sí Ilé-Ifẹ̀: ọmọ, ìyá àti bàbá.',
  'Nnọọ! Ụmụaka nile nọ ebe a.',
  'Sannu da zuwa, ƙananan yara masu ɗa’a.',
  'It costs ₦1,500 &amp; one Saturday; 3 &lt; 4.',
];
const sentence = (number: number): string => SENTENCES[number % SENTENCES.length] ?? '';

const PHRASES = ['strong', 'em', 'b', 'i', 'u', 's', 'small', 'mark', 'sub', 'sup', 'code', 'kbd', 'cite', 'q', 'del', 'ins'];
const LINKS = ['/volunteer', '/news?page=2', '#part', 'https://example.org/a?b=1&amp;c=2', 'mailto:hello@example.org', 'tel:+2348000000000'];
const PLAYERS = [
  'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ',
  'https://player.vimeo.com/video/76979871?dnt=1',
  'https://open.spotify.com/embed/track/11dFghVXANMlKmJXsNCbNl',
  'https://w.soundcloud.com/player/?url=https%3A%2F%2Fsoundcloud.com%2Fa%2Fb',
];

export const SAMPLE_RICH_TEXT: readonly string[] = [
  ...PHRASES.map((tag, number) => `<p>${sentence(number)} <${tag}>${sentence(number + 1)}</${tag}> ${sentence(number + 2)}</p>`),
  ...LINKS.map((href, number) => `<p>${sentence(number)} <a href="${href}">read on</a>.</p>`),
  ...PLAYERS.map((src, number) => `<p>${sentence(number)}</p><iframe src="${src}" title="Recording ${number}"></iframe><p>${sentence(number + 1)}</p>`),
  ...[1, 2, 3].map((start) => `<h2>Steps</h2><ol start="${start}"><li>${sentence(start)}</li><li>two</li></ol>`),
  '<ul><li>one</li><li>two<ul><li>deeper<ul><li>deepest</li></ul></li></ul></li></ul>',
  '<ul><li><p>one</p><p>more of one</p></li><li><strong>two</strong></li></ul>',
  '<h2>First</h2><p>a</p><h3>Below it</h3><p>b</p><h4>And below</h4><p>c</p><h2>Second</h2><p>d</p>',
  '<blockquote><p>What do I do when my friend stops answering?</p><p><cite>A pupil</cite></p></blockquote>',
  '<blockquote><p>One</p><ul><li>two</li></ul></blockquote>',
  '<figure><img src="/img/upload/v1/0123456789abcdef01234567.webp" alt="The box" width="800" height="600"><figcaption>The box in <em>Surulere</em></figcaption></figure>',
  '<p>Before</p><figure><img src="/img/upload/w_640/v1/0123456789abcdef01234567.jpg" alt=""></figure><p>After</p>',
  '<table><caption>Reached</caption><thead><tr><th>Year</th><th>Pupils</th></tr></thead><tbody><tr><td>2025</td><td>3,000</td></tr><tr><td>2026</td><td>4,000</td></tr></tbody></table>',
  '<table><tbody><tr><th colspan="2">Both</th></tr><tr><td rowspan="2">a</td><td></td></tr><tr><td>c</td></tr></tbody></table>',
  '<table><tbody><tr><td><p>one</p><p>two</p></td><td><ul><li>three</li></ul></td></tr></tbody><tfoot><tr><td>sum</td><td>3</td></tr></tfoot></table>',
  '<pre><code>first line\n  second line</code></pre>',
  '<pre>4:00 PM   Doors open\n4:45 PM   Open mic</pre>',
  '<p>One line<br>another line</p><hr><p>After the rule</p>',
  '<dl><dt>NAVIGATE</dt><dd>Eight weeks</dd><dt>Enable</dt><dd>A way back</dd></dl>',
  '<p><abbr title="Sustainable Development Goal">SDG</abbr> 3, since <time datetime="2026-11-21">today</time>.</p>',
  '<p lang="yo">Ẹ káàbọ̀ sí ilé wa.</p><p lang="ar" dir="rtl">مرحبا</p>',
  '<p>\u{1F31E} \u{1F469}\u{1F3FE}\u200d\u{1F3EB} ọ̀rọ̀ “quoted” – dash … ẹ̀</p>',
  '<p><strong><em>Both</em> and <a href="/team"><u>all</u></a></strong></p>',
  '<ol><li>one<ul><li>a</li></ul></li><li><a href="/ebook">two</a></li></ol>',
  '<p>A long word: Nnukwu-ugbo-ala-na-eme-ka-ndị-mmadụ-na-aga-ebe-dị-anya</p><p><em>And a short end.</em></p>',
  '<h2>Ọ̀rẹ́ &amp; family</h2><p>a</p>',
  '<p>E = mc<sup>2</sup>, H<sub>2</sub>O, <code>a &lt; b</code>, press <kbd>Tab</kbd>.</p>',
];
