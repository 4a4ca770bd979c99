import { type ArchiveRows, createFiles, createRows, toFiles, toId } from './archive-content.ts';
import type { ZipCase } from './damaged-zips.ts';
import { createHostileFiles } from './hostile-files.ts';
import { createImageFile } from './images.ts';
import { toDocumentRow, toLines, toMediaRow, withManifest, withParts, writeZip } from './zip.ts';

type Rows = ReturnType<typeof createRows>;

const withManifestText =
  (change: (manifest: string) => string | Buffer): ZipCase[1] =>
  (name, photo) => {
    const files = createFiles(name, photo);
    return writeZip(files.set('manifest.json', Buffer.from(change(String(files.get('manifest.json'))))));
  };

const withManifestValues = (change: object): ZipCase[1] => withManifestText((text) => JSON.stringify({ ...JSON.parse(text), ...change }));

/** Writes an export in which `change` has replaced the posts. The manifest contains the correct lengths and hashes. */
const withTexts =
  (change: (line: string, rows: Rows) => readonly string[]): ZipCase[1] =>
  (name, photo) => {
    const { post, ...rows } = createRows(name, photo);
    const texts = Object.fromEntries(Object.entries(rows).map(([kind, list]) => [kind, [toLines(list)]]));
    const parts = change(toLines(post), { ...rows, post });
    return writeZip(withParts({ ...texts, post: parts }, new Map([[`media/${toId(name)}.jpg`, photo]])));
  };

/** Writes an export with these rows added to those of an intact export. */
const withRows =
  (create: (rows: Rows, id: (suffix: string) => string, photo: Buffer) => ArchiveRows): ZipCase[1] =>
  (name, photo) => {
    const rows = createRows(name, photo);
    const changedRows = { ...rows, ...create(rows, (suffix) => toId(`${name} ${suffix}`), photo) };
    return writeZip(toFiles(changedRows, new Map([[`media/${toId(name)}.jpg`, photo]])));
  };

const withPost = (fields: object, extra: object = {}): ZipCase[1] =>
  withRows(({ post }, id) => ({ post: [...post, toDocumentRow(id('post'), { title: 'T', category: 'C', content: '<p>W</p>', ...fields }, extra)] }));

const withEvent = (fields: object, extra: object = {}): ZipCase[1] =>
  withRows(({ event }, id) => ({
    event: [...event, toDocumentRow(id('event'), { title: 'T', date: '2030-01-01', time: '4:00 PM', location: 'L', description: '', ...fields }, extra)],
  }));

const withMedia = (extra: object): ZipCase[1] => withRows(({ media }) => ({ media: media.map((row) => ({ ...row, ...extra })) }));

const withFile =
  (create: (photo: Buffer) => Buffer | Promise<Buffer>): ZipCase[1] =>
  async (name, photo) => {
    const file = await create(photo);
    return writeZip(toFiles(createRows(name, file), new Map([[`media/${toId(name)}.jpg`, file]])));
  };

const withFiles =
  (change: (files: Map<string, Buffer>, id: string) => void, manifest: (id: string) => object = () => ({})): ZipCase[1] =>
  (name, photo) => {
    const id = toId(name);
    const { bytes: _, sha256: __, ...media } = toMediaRow(id, photo);
    const row = toDocumentRow(id, { title: name, category: 'C', content: '<p>W</p>' });
    const files = new Map([
      [`media/${id}.json`, Buffer.from(JSON.stringify(media))],
      [`media/${id}.jpg`, photo],
      [`posts/${id}.json`, Buffer.from(JSON.stringify(row))],
    ]);
    change(files, id);
    return writeZip(withManifest(files, { version: 2, ...manifest(id) }));
  };

const FAMILY_EMOJI = '👩‍👩‍👧';
const EMOJI = '😀';
/** Half of an emoji, which JSON writes as an escape sequence. */
const HALF_SURROGATE = '\ud83d';
const NUL = '\u0000';

const manifests: readonly ZipCase[] = [
  ['a mark in front of the manifest', withManifestText((text) => `\ufeff${text}`)],
  ['a manifest with line ends of another system', withManifestText((text) => JSON.stringify(JSON.parse(text), null, 2).replaceAll('\n', '\r\n'))],
  ['a manifest in UTF-16', withManifestText((text) => Buffer.from(text, 'utf16le'))],
  ['a manifest with words behind', withManifestText((text) => `${text}\nThat is all.`)],
  ['a manifest with remarks', withManifestText((text) => `// Made by hand\n${text}`)],
  ['a manifest that is empty', withManifestText(() => '')],
  ['a manifest that is a list', withManifestText((text) => `[${text}]`)],
  ['a manifest that is null', withManifestText(() => 'null')],
  ['a manifest of the newest format', withManifestValues({ version: 99 })],
  ['a manifest of no format', withManifestValues({ version: 0 })],
  ['a manifest of half a format', withManifestValues({ version: 3.5 })],
  ['a manifest whose format is a text', withManifestValues({ version: '3' })],
  ['a manifest of format 1e400', withManifestText((text) => text.replace('"version":3', '"version":1e400'))],
  ['a manifest of two formats', withManifestText((text) => text.replace('"version":3', '"version":3,"version":1'))],
  ['a manifest without parts', withManifestValues({ parts: {} })],
  ['a manifest whose parts are no lists', withManifestValues({ parts: { post: { rows: 1 } } })],
  ['a manifest without counts', withManifestValues({ counts: undefined })],
  ['a manifest with counts below zero', withManifestValues({ counts: { post: -1 } })],
  ['a manifest with half a row', withManifestValues({ counts: { post: 0.5 } })],
  ['a manifest of an unknown day', withManifestValues({ createdAt: 'yesterday' })],
  ['a manifest with a prototype', withManifestText((text) => text.replace('{', '{"__proto__":{"format":"x"},'))],
  [
    'a manifest with hashes in capitals',
    withManifestText((text) => text.replaceAll(/"sha256":"([0-9a-f]+)"/g, (_, hash) => `"sha256":"${hash.toUpperCase()}"`)),
  ],
];

const lines: readonly ZipCase[] = [
  ['a mark in front of a part', withTexts((line) => [`\ufeff${line}`])],
  ['a part with line ends of another system', withTexts((line) => [line.replaceAll('\n', '\r\n')])],
  ['a part with line ends of an old system', withTexts((line) => [`${line.trimEnd()}\r`])],
  ['a part that is a list', withTexts((line) => [`[${line.trimEnd()}]\n`])],
  ['a part with two rows in a line', withTexts((line) => [`${line.trimEnd()}${line}`])],
  ['a part with a comma behind a row', withTexts((line) => [`${line.trimEnd()},\n`])],
  ['a part with a row that is broken', withTexts((line) => [`${line}${line.slice(0, 40)}\n`])],
  ['a part with NaN', withTexts((line) => [line.replace('"image":', '"position":NaN,"image":')])],
  ['a part with an endless number', withTexts((line) => [line.replace('"image":', '"position":1e999,"image":')])],
  ['a part with a raw line break in a text', withTexts((line) => [line.replace('<p>', '<p>\n')])],
  ['a part with a raw NUL in a text', withTexts((line) => [line.replace('<p>', `<p>${NUL}`)])],
  ['a part with two ids in a row', withTexts((line) => [line.replace('{', '{"id":"other",')])],
  ['parts that have the same row', withTexts((line) => [line, line])],
  [
    'a part with a row of another kind',
    withTexts((line, { event, image }) => [`${line}${toLines([...event, ...image].map((row) => ({ ...row, id: `x-${row.id}` })))}`]),
  ],
];

const numberAndDateCases: readonly ZipCase[] = [
  ['a position of 3 billion', withPost({}, { position: 3_000_000_000 })],
  ['a program at a position of 3 billion', withRows(({ program }) => ({ program: program.map((row) => ({ ...row, position: 3_000_000_000 })) }))],
  ['an image at a position of 1e300', withRows(({ image }) => ({ image: image.map((row) => ({ ...row, position: 1e300 })) }))],
  ['an album at a position of 1e300', withRows(({ album }) => ({ album: album.map((row) => ({ ...row, position: 1e300 })) }))],
  ['an album at a position of 2^53', withRows(({ album }) => ({ album: album.map((row) => ({ ...row, position: 2 ** 53 })) }))],
  ['an album at a position below zero', withRows(({ album }) => ({ album: album.map((row) => ({ ...row, position: -2_147_483_648 })) }))],
  ['half a position', withRows(({ program }) => ({ program: program.map((row) => ({ ...row, position: 0.5 })) }))],
  ['an image of version 0', withMedia({ version: 0 })],
  ['an image of version 1e9', withMedia({ version: 1e9 })],
  ['an image whose centre is outside', withMedia({ focalX: 2, focalY: -1 })],
  ['an image with half a centre', withMedia({ focalX: 0.5, focalY: null })],
  ['an image of a length below zero', withMedia({ bytes: -1 })],
  ['a post of 31 February', withPost({}, { createdAt: '2026-02-31T00:00:00.000Z' })],
  ['a post of the year 0', withPost({}, { createdAt: '0000-01-01T00:00:00.000Z' })],
  ['a post of the year 9999', withPost({}, { createdAt: '9999-12-31T23:59:59.999Z' })],
  ['a post of an extreme time zone', withPost({}, { createdAt: '2026-01-01T00:00:00+23:59' })],
  ['a post of the last second of a day that has 61', withPost({}, { createdAt: '2016-12-31T23:59:60Z' })],
  ['an image of 31 February', withMedia({ createdAt: '2026-02-31T23:59:59Z' })],
  ['an image of the year 9999 in the far west', withMedia({ createdAt: '9999-12-31T23:59:59-23:59' })],
  ['an album of the year 9999 in the far west', withRows(({ album }) => ({ album: album.map((row) => ({ ...row, createdAt: '9999-12-31T23:59:59-23:59' })) }))],
  ['a scheduled post without a time', withPost({}, { status: 'scheduled' })],
  ['a post scheduled for the past', withPost({}, { status: 'scheduled', publishAt: '2001-01-01T00:00:00.000Z' })],
  ['a post scheduled for the year 9999', withPost({}, { status: 'scheduled', publishAt: '9999-01-01T00:00:00.000Z' })],
  ['a post that ends before it begins', withPost({}, { publishAt: '2030-01-01T00:00:00.000Z', unpublishAt: '2029-01-01T00:00:00.000Z' })],
  ['a post published on 31 February', withPost({}, { publishAt: '2026-02-31T00:00:00.000Z' })],
  ['an event on 31 February', withEvent({ date: '2030-02-31' })],
  ['an event of the year 0000', withEvent({ date: '0000-01-01' })],
  ['an event of the year 9999', withEvent({ date: '9999-12-31' })],
  ['an event that ends before it begins', withEvent({ endDate: '2029-01-01', endTime: '3:00 PM' })],
  ['an event at 99:99', withEvent({ time: '99:99 PM' })],
  ['an event in a status that is not known', withEvent({ eventStatus: 'exploded' })],
  ['an event of a long series id', withEvent({}, { series: 'x'.repeat(61) })],
];

const texts: readonly ZipCase[] = [
  ['a title of half a character', withPost({ title: `A${HALF_SURROGATE}` })],
  ['an article of half a character', withPost({ content: `<p>${HALF_SURROGATE}</p>` })],
  ['an album of half a character', withRows(({ album }) => ({ album: album.map((row) => ({ ...row, name: `${row.name}${HALF_SURROGATE}` })) }))],
  ['an image described by half a character', withMedia({ alt: `A${HALF_SURROGATE}` })],
  ['a title with NUL', withPost({ title: `A${NUL}B` })],
  ['an article with NUL', withPost({ content: `<p>A${NUL}B</p>` })],
  ['an article with NUL as an entity', withPost({ content: '<p>A&#0;B&#x0;</p>' })],
  ['a tag with NUL', withPost({ tags: [`a${NUL}b`] })],
  ['an album with NUL', withRows(({ album }) => ({ album: album.map((row) => ({ ...row, name: `A${NUL}B` })) }))],
  ['an image described with NUL', withMedia({ alt: `A${NUL}B` })],
  ['an image described with a megabyte', withMedia({ alt: 'A'.repeat(1_000_000) })],
  ['a field whose name has NUL', withPost({ [`a${NUL}`]: 'x' })],
  ['a title that runs from right to left', withPost({ title: '\u202eelttit \u2066A\u2069' })],
  ['a title of invisible characters', withPost({ title: '\u200b\u200d\u2060' })],
  ['a title of control characters', withPost({ title: 'A\u0007B\u001b[31m' })],
  ['a title of 70 emoji', withPost({ title: EMOJI.repeat(70) })],
  ['a title of 140 emoji', withPost({ title: EMOJI.repeat(140) })],
  ['a title of 141 emoji', withPost({ title: EMOJI.repeat(141) })],
  ['a title of 28 families', withPost({ title: FAMILY_EMOJI.repeat(28) })],
  ['a title of 300 marks on one letter', withPost({ title: `a${'\u0301'.repeat(139)}` })],
  ['an article with a script', withPost({ content: '<p>A</p><script>alert(1)</script><img src=x onerror=alert(1)>' })],
  ['an article with nothing but a script', withPost({ content: '<script>alert(1)</script>' })],
  ['an article with links that run code', withPost({ content: '<p><a href="javascript:alert(1)">A</a><a href="data:text/html,x">B</a></p>' })],
  [
    'an article with frames and forms',
    withPost({ content: '<p>A</p><iframe src="//x"></iframe><form><input></form><base href="//x"><meta http-equiv="refresh">' }),
  ],
  ['an article with a drawing', withPost({ content: '<p>A</p><svg><foreignObject><script>x</script></foreignObject></svg><math><mi xlink:href="x"/></math>' })],
  ['an article of 5,000 nested elements', withPost({ content: `${'<b>'.repeat(5_000)}A${'</b>'.repeat(5_000)}` })],
  ['an article of 900 nested quotes', withPost({ content: `${'<blockquote>'.repeat(900)}A${'</blockquote>'.repeat(900)}` })],
  ['an article of 100,000 open brackets', withPost({ content: `<p>${'<'.repeat(100_000)}` })],
  ['an article of 100,000 entities', withPost({ content: `<p>${'&amp'.repeat(49_000)}</p>` })],
  ['an article of 200,001 characters', withPost({ content: `<p>${'A'.repeat(199_995)}</p>` })],
  [
    'an article whose image is of another site',
    withPost({ content: '<figure><img src="https://evil.example/x.jpg" alt="A" width="6" height="4" /></figure>' }),
  ],
  ['a title that is a number', withPost({ title: 7 })],
  ['a title that is a list', withPost({ title: ['A'] })],
  ['a title that is null', withPost({ title: null })],
  ['tags in a list of lists', withPost({ tags: [['a']] })],
  ['a thousand tags', withPost({ tags: Array.from({ length: 1_000 }, (_, index) => `t${index}`) })],
  ['a tag with commas', withPost({ tags: ['a, b', 'c,d', ''] })],
  ['an article that is null', withPost({ content: null })],
  ['a choice that is not known', withRows(({ program }) => ({ program: program.map((row) => ({ ...row, fields: { ...row.fields, applyBy: 'fax' } })) }))],
  ['fields that forms use', withPost({ status: 'published', imageId: 'x', isAutosave: 'true', updatedAt: '' })],
  ['fields of every object', withPost(JSON.parse('{"__proto__":"a","constructor":"b","toString":"c"}'))],
  ['a field that leads to another site', withEvent({ registrationLink: 'javascript:alert(1)' })],
];

const references: readonly ZipCase[] = [
  ['slugs that collide', withRows(({ post }, id) => ({ post: [...post, ...['a', 'b'].map((one) => toDocumentRow(id(one), { ...post[0]?.fields }))] }))],
  [
    'sixty titles that are the same',
    withRows((_, id) => ({
      post: Array.from({ length: 60 }, (_each, index) => toDocumentRow(id(`${index}`), { title: id(''), category: 'C', content: '<p>W</p>' })),
    })),
  ],
  ['a slug in capitals', withPost({ slug: 'Über uns' })],
  ['a slug of 81 characters', withPost({ slug: 'a'.repeat(81) })],
  ['a slug that leads out', withPost({ slug: '../../admin' })],
  ['a slug of hyphens', withPost({ slug: '---' })],
  ['a slug that is the id of its document', withRows(({ post }) => ({ post: post.map((row) => ({ ...row, fields: { ...row.fields, slug: row.id } })) }))],
  [
    'albums that contain each other',
    withRows((_, id) => ({
      album: ['a', 'b'].map((one) => ({ id: id(one), name: id(one), position: 0, parent: id(one === 'a' ? 'b' : 'a'), createdAt: '2026-01-01T00:00:00.000Z' })),
    })),
  ],
  [
    'an image in an album that is not there',
    withRows(({ image }, id) => ({ image: image.map((row) => ({ ...row, fields: { ...row.fields, album: id('none') } })) })),
  ],
  [
    'an image in an album that is its own id',
    withRows(({ image }, id) => ({ image: image.map((row) => ({ ...row, id: id('own'), fields: { ...row.fields, album: id('own') } })) })),
  ],
  ['an image of the gallery without a photo', withRows(({ image }) => ({ image: image.map((row) => ({ ...row, image: null })) }))],
  ['a post that shows a photo that is not there', withPost({}, { image: toId('nobody'), imageAlt: 'A' })],
  ['a post that shows a photo that leads out', withPost({}, { image: '../../etc' })],
  ['a post whose photo has no description', withRows(({ post }) => ({ post: post.map((row) => ({ ...row, imageAlt: '' })) }))],
  ['a redirect to a document that is not there', withRows((_, id) => ({ redirect: [{ kind: 'post', slug: id('slug'), documentId: id('none') }] }))],
  [
    'a redirect to itself',
    withRows(({ post }) => ({ redirect: post.map(({ id, fields }) => ({ kind: 'post', slug: Reflect.get(fields, 'slug'), documentId: id })) })),
  ],
  [
    'redirects from one address to two documents',
    withRows(({ redirect }, id) => ({ redirect: [...redirect, ...redirect.map((row) => ({ ...row, documentId: id('x') }))] })),
  ],
  ['a redirect of a kind without addresses', withRows(({ redirect }) => ({ redirect: redirect.map((row) => ({ ...row, kind: 'event' })) }))],
  ['a redirect to a document of another kind', withRows(({ redirect }) => ({ redirect: redirect.map((row) => ({ ...row, kind: 'program' })) }))],
  [
    'ids of nothing but hyphens',
    withRows(({ program }) => ({ program: program.map((row) => ({ ...row, id: '-'.repeat(60), fields: { ...row.fields, slug: '' } })) })),
  ],
  ['an id of every object', withPost({}, { id: 'constructor' })],
  ['an id of 61 characters', withPost({}, { id: 'a'.repeat(61) })],
  ['a status that is not known', withPost({}, { status: 'secret' })],
  ['a row of values that are not known', withPost({}, { role: 'admin', isAdmin: true, deletedAt: '2026-01-01T00:00:00.000Z' })],
  ['a gallery photo of minors without consent', withRows(({ media }) => ({ media: media.map((row) => ({ ...row, showsMinors: true })) }))],
  [
    'a decorative photo of minors without consent',
    withRows(({ media }) => ({ media: media.map((row) => ({ ...row, showsMinors: true, decorative: true, alt: '' })) })),
  ],
  [
    'a scheduled post with a photo of minors',
    withRows(({ media, post }) => ({
      media: media.map((row) => ({ ...row, showsMinors: true })),
      post: post.map((row) => ({ ...row, status: 'scheduled', publishAt: '2031-01-01T00:00:00.000Z' })),
    })),
  ],
  ['a consent that no export has', withMedia({ showsMinors: true, consentBy: 'Mallory', consentOn: '2026-01-01' })],
  ['an answer about minors that is a text', withMedia({ showsMinors: 'yes' })],
];

const images: readonly ZipCase[] = [
  [
    'images that are everything else',
    async (name) => {
      const files = (await createHostileFiles())
        .filter(({ bytes }) => bytes.length < 9_000_000)
        .map(({ bytes }, index) => ({ id: toId(`${name} ${index}`), bytes }));
      return writeZip(
        toFiles({ media: files.map(({ id, bytes }) => toMediaRow(id, bytes)) }, new Map(files.map(({ id, bytes }) => [`media/${id}.jpg`, bytes]))),
      );
    },
  ],
  ['an image that is a text', withFile(() => Buffer.from('Not an image, and long enough to be one'))],
  ['an image that is an SVG', withFile(() => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'))],
  ['an image of nothing', withFile(() => Buffer.alloc(0))],
  ['an image of one pixel', withFile(() => createImageFile(1, 1))],
  ['an image of one pixel by 3,000', withFile(() => createImageFile(1, 3_000))],
  ['an image of too many pixels', withFile(() => createImageFile(8_000, 6_000))],
  ['an image that is cut off', withFile((photo) => photo.subarray(0, photo.length - 30))],
  [
    'an image with wrong bytes',
    (name, photo) => {
      const corruptPhoto = Buffer.from(photo).fill(7, 60, 70);
      return writeZip(toFiles(createRows(name, photo), new Map([[`media/${toId(name)}.jpg`, corruptPhoto]])));
    },
  ],
  ['an image in another format than its name', withMedia({ file: 'media/x.gif' })],
  ['one file for two images', withRows(({ media }, id) => ({ media: [...media, ...media.map((row) => ({ ...row, id: id('second') }))] }))],
  ['an image with the name of a drawing', withRows(({ media }) => ({ media: media.map((row) => ({ ...row, id: 'samples-post-1' })) }))],
  ['an image that nothing describes', withMedia({ alt: '', decorative: false })],
  ['a library image that a text also shows', withMedia({ isInText: true, isInLibrary: true })],
  ['an image whose flags are texts', withMedia({ decorative: 'no', isInText: 'no' })],
];

const earlierFormats: readonly ZipCase[] = [
  ['an export of version 2', withFiles(() => undefined)],
  ['an export of version 2 without the row of an image', withFiles((files, id) => void files.delete(`media/${id}.json`))],
  ['an export of version 2 without the file of an image', withFiles((files, id) => void files.delete(`media/${id}.jpg`))],
  ['an export of version 2 with a row that is broken', withFiles((files, id) => void files.set(`posts/${id}.json`, Buffer.from('{"id":')))],
  ['an export of version 2 with a row of another id', withFiles((files, id) => void files.set(`posts/${id}.json`, Buffer.from('{"id":"a"}')))],
  ['an export of version 2 with a list for a row', withFiles((files, id) => void files.set(`posts/${id}.json`, Buffer.from('[]')))],
  ['an export of version 2 with NUL in a row', withFiles((files, id) => void files.set(`posts/${id}.json`, Buffer.alloc(40)))],
  [
    'an export of version 2 with wrong hashes',
    withFiles(
      () => undefined,
      (id) => ({ files: { [`posts/${id}.json`]: { bytes: 1, sha256: 'f'.repeat(64) } } }),
    ),
  ],
  [
    'an export of version 2 whose manifest names every object',
    withFiles(
      () => undefined,
      () => ({ files: JSON.parse('{"__proto__":{"bytes":1,"sha256":"x"}}') }),
    ),
  ],
  ['an export of version 1 that is one of version 3', withManifestValues({ version: 1 })],
  [
    'an export of version 3 that is one of version 2',
    withFiles(
      () => undefined,
      () => ({ version: 3 }),
    ),
  ],
  ['parts in another order', async (name, photo) => writeZip(new Map([...createFiles(name, photo)].reverse()))],
];

export const HOSTILE_ARCHIVES: readonly ZipCase[] = [...manifests, ...lines, ...numberAndDateCases, ...texts, ...references, ...images, ...earlierFormats];
