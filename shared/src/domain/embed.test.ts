/** @jest-environment node */
import { EMBED_ORIGINS, readEmbed } from './embed.ts';

describe('readEmbed', () => {
  it.each([
    ['https://www.youtube.com/watch?v=dQw4w9WgXcQ&t=42s', 'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?start=42'],
    ['https://youtu.be/dQw4w9WgXcQ?si=tracking', 'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ'],
    ['https://www.youtube.com/embed/dQw4w9WgXcQ?autoplay=1&origin=https://evil.example', 'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ'],
    ['https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ', 'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ'],
    ['https://m.youtube.com/shorts/dQw4w9WgXcQ', 'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ'],
    ['https://vimeo.com/76979871', 'https://player.vimeo.com/video/76979871?dnt=1'],
    ['https://player.vimeo.com/video/76979871?h=8272103f6e', 'https://player.vimeo.com/video/76979871?dnt=1&h=8272103f6e'],
    ['https://open.spotify.com/episode/7makk4oTQel546B0PZlDM5?si=x', 'https://open.spotify.com/embed/episode/7makk4oTQel546B0PZlDM5'],
    ['https://open.spotify.com/embed/track/11dFghVXANMlKmJXsNCbNl', 'https://open.spotify.com/embed/track/11dFghVXANMlKmJXsNCbNl'],
    [
      'https://w.soundcloud.com/player/?url=https%3A//api.soundcloud.com/tracks/34019569&auto_play=true',
      'https://w.soundcloud.com/player/?url=https%3A%2F%2Fapi.soundcloud.com%2Ftracks%2F34019569',
    ],
  ])('reads %s', (url, src) => {
    expect(readEmbed(url)?.src).toBe(src);
    // Parsing is idempotent, so sanitising twice changes nothing.
    expect(readEmbed(src)?.src).toBe(src);
    expect(EMBED_ORIGINS).toContain(new URL(src).origin);
  });

  it.each([
    ['https://youtube.com/live/abc?start=7', 'YouTube', 'video', 'https://www.youtube.com/watch?v=abc&t=7'],
    ['https://youtube-nocookie.com/embed/abc?start=1234567', 'YouTube', 'video', 'https://www.youtube.com/watch?v=abc'],
    ['https://youtu.be/abc?t=42x', 'YouTube', 'video', 'https://www.youtube.com/watch?v=abc'],
    ['https://youtu.be/abc?t=x42', 'YouTube', 'video', 'https://www.youtube.com/watch?v=abc'],
    ['https://www.vimeo.com/76979871', 'Vimeo', 'video', 'https://vimeo.com/76979871'],
    ['https://player.vimeo.com/video/76979871?h=8272103f6e', 'Vimeo', 'video', 'https://vimeo.com/76979871/8272103f6e'],
    ['https://vimeo.com/76979871?h=no', 'Vimeo', 'video', 'https://vimeo.com/76979871'],
    ['https://vimeo.com/76979871?h=8272g', 'Vimeo', 'video', 'https://vimeo.com/76979871'],
    ['https://vimeo.com/76979871?h=g8272', 'Vimeo', 'video', 'https://vimeo.com/76979871'],
    ['https://open.spotify.com/playlist/a1', 'Spotify', 'sound', 'https://open.spotify.com/playlist/a1'],
    ['https://open.spotify.com/embed/show/a1', 'Spotify', 'sound', 'https://open.spotify.com/show/a1'],
    ['https://w.soundcloud.com/player/?url=https://soundcloud.com/a/b-c', 'SoundCloud', 'sound', 'https://soundcloud.com/a/b-c'],
  ])('gives the site and the public page of %s', (url, site, kind, page) => {
    expect(readEmbed(url)).toMatchObject({ site, kind, page });
  });

  it('accepts video ids of at most 30 characters', () => {
    const frame = (length: number) => `https://www.youtube-nocookie.com/embed/${'x'.repeat(length)}`;

    expect(readEmbed(frame(30))?.src).toBe(frame(30));
    expect(readEmbed(frame(31))).toBeUndefined();
  });

  it('returns the public page, for visitors without frames', () => {
    expect(readEmbed('https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?start=42')).toMatchObject({
      site: 'YouTube',
      kind: 'video',
      page: 'https://www.youtube.com/watch?v=dQw4w9WgXcQ&t=42',
    });
  });

  it.each([
    'http://www.youtube.com/embed/dQw4w9WgXcQ',
    '//www.youtube.com/embed/dQw4w9WgXcQ',
    'https://evil.example/embed/dQw4w9WgXcQ',
    'https://www.youtube.com.evil.example/embed/dQw4w9WgXcQ',
    'https://www.youtube.com@evil.example/embed/dQw4w9WgXcQ',
    'https://evil.example#@www.youtube.com/embed/dQw4w9WgXcQ',
    'https://user:pass@www.youtube.com/embed/dQw4w9WgXcQ',
    'https://www.youtube.com:8443/embed/dQw4w9WgXcQ',
    'https://www.youtube.com/redirect?q=https://evil.example',
    'https://www.youtube.com/embed/../redirect',
    'https://www.youtube.com/embed/"onload="x()',
    'https://user@www.youtube.com/embed/dQw4w9WgXcQ',
    'https://:pass@www.youtube.com/embed/dQw4w9WgXcQ',
    'https://youtu.be/watch/dQw4w9WgXcQ',
    'https://youtu.be/embed/dQw4w9WgXcQ',
    'https://www.youtube.com/embed/dQw4w9WgXcQ/redirect',
    'https://www.youtube.com/dQw4w9WgXcQ',
    'https://www.youtube.com/a/embed/dQw4w9WgXcQ',
    'https://www.youtube.com/watch',
    'https://www.youtube.com/watch?v=',
    'https://www.youtube.com/watch?v=a/b',
    'https://www.youtube.com/watch?v=/b',
    'https://www.youtube.com/playlist?v=dQw4w9WgXcQ',
    'https://vimeo.com/channels/76979871',
    'https://vimeo.com/76979871/a',
    'https://vimeo.com/1234567890123456',
    'https://open.spotify.com/artist/a1',
    'https://open.spotify.com/a/track/a1',
    'https://open.spotify.com/track/a1/b',
    `https://open.spotify.com/track/${'a'.repeat(41)}`,
    'https://w.soundcloud.com/other/?url=https://soundcloud.com/a',
    'https://w.soundcloud.com/player/',
    'https://w.soundcloud.com/player/?url=http://soundcloud.com/a',
    'https://w.soundcloud.com/player/?url=xhttps://soundcloud.com/a',
    'https://w.soundcloud.com/player/?url=https://soundcloud.com/a?b',
    'https://w.soundcloud.com/player/?url=https://soundcloud.com/',
    'https://player.vimeo.com/video/1;x',
    'https://w.soundcloud.com/player/?url=https://evil.example/x',
    'https://w.soundcloud.com/player/?url=javascript:x()',
    'javascript:x()//www.youtube.com/embed/dQw4w9WgXcQ',
    'data:text/html,x',
    '',
    'about:blank',
  ])('rejects %s', (url) => {
    expect(readEmbed(url)).toBeUndefined();
  });
});
