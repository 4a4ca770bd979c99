/** @jest-environment node */
import { createFolderNames, getDocumentFile, getPageFile, getRelativeLink } from './file-names.ts';

describe('names of exported files', () => {
  it.each([
    ['/', 'index.html'],
    ['/news/a-post', 'news/a-post/index.html'],
    ['/news/', 'news/index.html'],
    ['/news?page=2', 'news/-page-2/index.html'],
    ['/gallery?album=a1&page=2', 'gallery/-album-a1-page-2/index.html'],
  ])('are folders, so that %s is %s', (address, file) => {
    expect(getPageFile(address)).toBe(file);
  });

  it('are valid on every file system, and different for different URLs', () => {
    const names = ['/news/ɗalibai', '/news/Hausa', '/news/hausa', '/news/nul', '/news/con.txt', `/news/${'a'.repeat(300)}`, '/news/a%3Fb', '/news/..%2F..'].map(
      getPageFile,
    );

    for (const name of names) expect(name).toMatch(/^news\/(?!nul\/|con\.)[a-z0-9][a-z0-9-]{0,79}\/index\.html$/);
    expect(new Set(names).size).toBe(names.length);
  });

  it('are those of the documents themselves', () => {
    expect(getDocumentFile('/events/x/event.ics')).toBe('events/x/event.ics');
  });

  it('are linked relatively', () => {
    expect(getRelativeLink('news/a-post/index.html', 'about/index.html')).toBe('../../about/index.html');
    expect(getRelativeLink('index.html', 'index.html')).toBe('index.html');
  });

  it('in one folder are the last parts of URLs, each used once', () => {
    const getFile = createFolderNames('assets');

    expect([getFile('/a/ui.css'), getFile('/b/ui.css'), getFile('/a/ui.css'), getFile('/img/upload/w_960/v1/x.jpg', '.webp')]).toEqual([
      'assets/ui.css',
      'assets/ui-2.css',
      'assets/ui.css',
      'assets/x.webp',
    ]);
  });
});
