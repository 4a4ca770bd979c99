import { startTestApp } from '../testing/test-app.ts';

// Samples of a few pixels: nobody looks at them here, and encoding all of them takes seconds.
jest.mock('./artwork/artwork.ts', () => ({ drawArtwork: () => '<svg xmlns="http://www.w3.org/2000/svg" width="16" height="9"/>' }));

describe('SAMPLES=off', () => {
  it('OPS-08 leaves the site without content, and with the images that pages refer to by a fixed id', async () => {
    const app = await startTestApp({ samples: 'page images' });
    try {
      for (const list of ['posts', 'events', 'gallery/published', 'programs']) expect((await app.get(`/api/${list}`)).json().data).toEqual([]);
      expect((await app.get('/img/upload/v1/samples-team-exec-1.webp')).statusCode).toBe(200);
    } finally {
      await app.stop();
    }
  });
});
