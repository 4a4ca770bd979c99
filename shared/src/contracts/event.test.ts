import * as v from 'valibot';
import { eventSchema } from './event.ts';

describe('an event from another server', () => {
  it('GEN-06 X-10 is past, public and going ahead unless the server says otherwise', () => {
    const event = v.parse(eventSchema, { _id: 'one' });
    expect(event).toMatchObject({ isUpcoming: false, status: 'published', eventStatus: 'scheduled', attendanceMode: null, isSample: false });
    expect([event.title, event.date, event.featuredImage, event.tags]).toEqual(['', null, '', []]);
  });

  it('GEN-06 falls back to known values, and is hidden if its status is unknown', () => {
    const event = v.parse(eventSchema, { _id: 'one', eventStatus: 'on hold', attendanceMode: 'by post', status: 'embargoed', isUpcoming: null });
    expect(event).toMatchObject({ eventStatus: 'scheduled', attendanceMode: null, status: 'draft', isUpcoming: false });
  });
});
