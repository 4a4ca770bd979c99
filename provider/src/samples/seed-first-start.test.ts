import { applicationSchema, schoolVisitFormSchema } from '@site/shared/contracts/application';
import * as v from 'valibot';
import { startTestApp } from '../testing/test-app.ts';

jest.mock('./artwork/artwork.ts', () => require('../testing/plain-artwork.ts'));

describe('SAMPLES=on', () => {
  it('OPS-08 adds new applications of both kinds, marked as samples', async () => {
    const app = await startTestApp({ samples: 'content' });
    try {
      const { token } = await app.signInAs('editor');
      const applications = v.parse(v.array(applicationSchema), (await app.get('/api/applications', token)).json().data);
      expect(applications.map(({ kind }) => kind)).toEqual(['volunteer', 'school-visit', 'volunteer']);
      expect(applications.filter(({ isSample, stage }) => isSample !== true || stage !== 'new')).toEqual([]);
      const visit = applications.find(({ kind }) => kind === 'school-visit');
      expect(v.safeParse(schoolVisitFormSchema, visit).success).toBe(true);
      expect([visit?.school, visit?.email]).toEqual(['Sample Secondary School', 'school@example.com']);
    } finally {
      await app.stop();
    }
  });
});

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
