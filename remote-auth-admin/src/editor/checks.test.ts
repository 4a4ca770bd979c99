import { checkDocument, findWords } from './checks.ts';

const FIELDS = [
  { name: 'title', label: 'Title', isRichText: false },
  { name: 'content', label: 'Content', isRichText: true },
  { name: 'slug', label: 'Slug', isRichText: false },
];
const image = (attributes: string): string => `<figure><img src="/img/upload/v1/0123456789abcdef01234567.webp" ${attributes} /></figure>`;
const check = (content: string) => checkDocument(FIELDS, { content }).map(({ message, level, place }) => [message, level, place]);

describe('checkDocument', () => {
  it('finds no problems in an accessible text', () => {
    const text = `<h2>Why</h2><p>People who use drugs. <a href="/volunteer">Help in a school</a></p><h3>How</h3>${image('alt="The box"')}`;
    expect(check(`${text}<table><tbody><tr><th>Year</th></tr><tr><td>2026</td></tr></tbody></table>`)).toEqual([]);
    expect(checkDocument(FIELDS, {})).toEqual([]);
  });

  it('requires that each image in the text has alt text or is marked as decorative', () => {
    expect(check(`${image('alt="A box"')}${image('alt=""')}${image('alt="" role="presentation"')}<p>a</p><img src="https://pictures.example/a.jpg">`)).toEqual([
      ['Add alt text to photo 2, or mark it as decorative', 'required', { kind: 'image', index: 1 }],
      ['Add alt text to photo 4, or mark it as decorative', 'required', { kind: 'image', index: 3 }],
    ]);
  });

  it('finds headings that skip a level on the published page', () => {
    expect(check('<h2>One</h2><h4>Deep</h4><h3>Three</h3><h4>Right</h4>')).toEqual([
      ['The heading “Deep” skips a level: make it a heading H3', 'advice', { kind: 'heading', index: 1 }],
    ]);
    // The page renumbers heading levels, so a skipped level is not a problem.
    expect(check('<h2>One</h2><h4>Deep</h4>')).toEqual([]);
  });

  it.each(['here', 'Click here', 'click here!', 'Read more…', 'this link'])('finds the vague link text “%s”', (text) => {
    const [first] = check(`<p><a href="/a">The report</a> <a href="/b"><strong>${text}</strong></a></p>`);
    expect(first).toEqual([`The link text “${text}” does not describe its destination`, 'advice', { kind: 'link', index: 1 }]);
  });

  it('finds URLs as link texts, players without a title and tables without a header row', () => {
    expect(
      check(
        '<p><a href="https://example.org/a">https://example.org/a</a></p><iframe src="https://www.youtube.com/watch?v=dQw4w9WgXcQ"></iframe><table><tbody><tr><td>a</td></tr></tbody></table>',
      ).map(([message]) => message),
    ).toEqual([
      'Use the name of the page as the link text instead of “https://example.org/a”',
      'Give video or recording 1 a title. Visitors see it before they press play.',
      'Table 1 has no header row. Add a header row so that screen readers can name the columns.',
    ]);
  });

  it('suggests person-first wording in every prose field, and locates the words', () => {
    const content = '<p>An addict, some drug addicts.</p><ul><li>Addicts</li><li>addiction</li></ul>';
    expect(checkDocument(FIELDS, { title: 'Junkies', content, slug: 'addicts' })).toMatchObject([
      { field: 'title', message: 'Instead of “Junkies”, write “people who use drugs”' },
      { field: 'content', place: { kind: 'words', words: 'addict', index: 0 } },
      { field: 'content', place: { kind: 'words', words: 'drug addicts', index: 0 } },
      { field: 'content', place: { kind: 'words', words: 'addicts', index: 1 } },
    ]);
    expect(check(image('alt="Two junkies"'))).toEqual([
      ['Alt text of photo 1: Instead of “junkies”, write “people who use drugs”', 'advice', { kind: 'image', index: 0 }],
    ]);
  });

  it('takes less than 300 ms of CPU time for a text of 5,000 words', () => {
    const content = `<h2>Part</h2><p>${'Some words of a long text about addicts. '.repeat(25)}</p>${image('alt=""')}`.repeat(25);
    // Measure CPU time, because the machine may be busy with other tests. Use the fastest of several runs.
    const times = Array.from({ length: 5 }, () => {
      const started = process.cpuUsage();
      expect(checkDocument(FIELDS, { content })).toHaveLength(25 * 26);
      return process.cpuUsage(started).user / 1000;
    });
    expect(Math.min(...times)).toBeLessThan(300);
  });
});

describe('findWords', () => {
  it('finds whole words only', () => {
    expect(findWords('Addict, addicts; an addict', 'addict')).toEqual([0, 20]);
    expect(findWords('ọaddict addictọ', 'addict')).toEqual([]);
  });
});
