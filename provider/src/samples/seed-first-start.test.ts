import { startTestApp } from '../testing/test-app.ts';

jest.mock('./artwork/artwork.ts', () => require('../testing/plain-artwork.ts'));

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
