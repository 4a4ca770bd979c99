/** @jest-environment node */
import * as v from 'valibot';
import { PUBLICATION_STATUSES, publicationStatusSchema } from './publication-status.ts';

describe('the status of a document', () => {
  it.each(['draft', 'scheduled', 'published', 'archived'])('DATA-07 may be %s', (status) => {
    expect(v.is(publicationStatusSchema, status)).toBe(true);
  });

  it('DATA-07 accepts no other value', () => {
    expect(PUBLICATION_STATUSES).toHaveLength(4);
    expect(v.is(publicationStatusSchema, '')).toBe(false);
    expect(v.is(publicationStatusSchema, 'deleted')).toBe(false);
  });
});
