import * as v from 'valibot';
import { ALL_ENDPOINTS } from '../contracts/endpoints.ts';
import { PROVIDER_MODES, respondAsProvider } from './sample-provider.ts';

const READS = ALL_ENDPOINTS.filter(([, { method }]) => method === 'GET');

describe('the sample provider', () => {
  it.each(READS)('REL-04 RLS-08 responds to %s with content that matches its contract', (_, { path, envelope, response }) => {
    const { status, body } = respondAsProvider('sample', 'GET', path);
    expect(status).toBe(200);
    const schema: v.GenericSchema = envelope === 'data' ? v.object({ data: response }) : response;
    expect(v.safeParse(schema, body).issues).toBeUndefined();
  });

  it.each(READS.filter(([, { path }]) => !path.includes(':')))(
    'REL-04 responds to %s without content, and with a failure',
    (_, { path, envelope, response }) => {
      const { status, body } = respondAsProvider('empty', 'GET', path);
      expect(status).toBe(200);
      const schema: v.GenericSchema = envelope === 'data' ? v.object({ data: response }) : response;
      expect(v.safeParse(schema, body).issues).toBeUndefined();
      expect([200, 503]).toContain(respondAsProvider('failing', 'GET', path).status);
    },
  );

  it('REL-04 has each kind of response', () => {
    expect(PROVIDER_MODES.map((mode) => respondAsProvider(mode, 'GET', '/posts/post-1').status)).toEqual([200, 404, 503]);
  });
});
