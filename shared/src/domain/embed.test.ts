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
  ])('reads %s', (address, src) => {
    expect(readEmbed(address)?.src).toBe(src);
    // Parsing is idempotent: sanitising twice changes nothing.
    expect(readEmbed(src)?.src).toBe(src);
    expect(EMBED_ORIGINS).toContain(new URL(src).origin);
  });

  it('takes the id of a video to have 30 characters at most', () => {
    const frame = (length: number) => `https://www.youtube-nocookie.com/embed/${'x'.repeat(length)}`;

    expect(readEmbed(frame(30))?.src).toBe(frame(30));
    expect(readEmbed(frame(31))).toBeUndefined();
  });

  it('gives the public page for visitors who see no frame', () => {
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
    'https://player.vimeo.com/video/1;x',
    'https://w.soundcloud.com/player/?url=https://evil.example/x',
    'https://w.soundcloud.com/player/?url=javascript:x()',
    'javascript:x()//www.youtube.com/embed/dQw4w9WgXcQ',
    'data:text/html,x',
    '',
    'about:blank',
  ])('rejects %s', (address) => {
    expect(readEmbed(address)).toBeUndefined();
  });
});
