import { createImageFile } from '../../testing/images.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';

let app: TestApp;
let editor: string;
let contributor: string;
beforeAll(async () => {
  app = await startTestApp();
  editor = (await app.signInAs('editor')).token;
  contributor = (await app.signInAs('contributor')).token;
});
afterAll(() => app.stop());

const EVENT = { title: 'Open day', date: '2030-01-04', endDate: '2030-01-05', time: '4:00 PM', location: 'Yaba', description: '<p>Come</p>' };
const create = async (fields: Record<string, string | Buffer> = {}, token = editor) =>
  (await app.form('POST', '/api/events', { ...EVENT, ...fields }, token)).json().data;
const repeat = (id: string, dates: readonly string[], extraFields: object = {}, token = editor) =>
  app.send('POST', `/api/events/${id}/repeats`, { dates, ...extraFields }, token);
const listSeries = async (id: string) =>
  (await app.get(`/api/events/${id}/series`, editor)).json().data.map(({ date, status }: { date: string; status: string }) => `${date} ${status}`);
const read = async (id: string) => (await app.get(`/api/events/${id}`, editor)).json().data;

describe('a repeated event', () => {
  it('STAFF-26 creates one event per chosen day, all with its image, and skips the exceptions', async () => {
    const event = await create({ featuredImage: await createImageFile(), featuredImageAlt: 'A' });
    const response = await repeat(event._id, ['2030-01-18', '2030-01-11', '2030-01-11'], { status: 'published' });

    expect(response.statusCode).toBe(201);
    const [first] = response.json().data.ids;
    expect(await listSeries(event._id)).toEqual(['2030-01-04 published', '2030-01-11 published', '2030-01-18 published']);
    const next = await read(first);
    expect(next).toMatchObject({ title: 'Open day', date: '2030-01-11', endDate: '2030-01-12', isUpcoming: true, featuredImageAlt: 'A', seriesId: event._id });
    expect(next.featuredImage).toBe(event.featuredImage);
    expect((await app.get(`/api/events/${first}`)).json().data.seriesId).toBeUndefined();

    expect((await repeat(first, ['2030-01-18', '2030-01-25'])).json().data.ids).toHaveLength(1);
    expect(await listSeries(event._id)).toEqual(['2030-01-04 published', '2030-01-11 published', '2030-01-18 published', '2030-01-25 draft']);
  });

  it('STAFF-26 copies its texts, times and place to the following events only', async () => {
    const event = await create();
    const { ids } = (await repeat(event._id, ['2030-01-11', '2030-01-18', '2030-01-25'], { status: 'published' })).json().data;
    await app.form('PUT', `/api/events/${ids[2]}`, { eventStatus: 'cancelled' }, editor);
    await app.form('PUT', `/api/events/${ids[0]}`, { title: 'Night', time: '6:00 PM', description: '<p>Later</p>' }, editor);
    const response = await app.send('POST', `/api/events/${ids[0]}/following`, undefined, editor);

    expect(response.json().data).toEqual({ changed: 2 });
    expect(await read(event._id)).toMatchObject({ title: 'Open day', time: '4:00 PM' });
    expect(await read(ids[1])).toMatchObject({ title: 'Night', time: '6:00 PM', description: '<p>Later</p>', date: '2030-01-18', status: 'published' });
    expect(await read(ids[2])).toMatchObject({ title: 'Night', date: '2030-01-25', eventStatus: 'cancelled' });
    const versions = (await app.get(`/api/versions/event/${ids[1]}`, editor)).json().data;
    expect(versions).toHaveLength(2);
    expect(versions[0].changed).toEqual(['title', 'description', 'time']);
    expect((await app.send('POST', `/api/events/${ids[0]}/following`, undefined, contributor)).statusCode).toBe(403);
  });

  it('STAFF-26 ends in a year that the site accepts', async () => {
    const event = await create();
    const response = await repeat(event._id, ['2100-12-31']);

    expect(response.statusCode).toBe(422);
    expect(response.json().errors).toEqual({ dates: 'The event of 2100-12-31 would end after 2100' });
    expect(await listSeries(event._id)).toEqual([]);
  });

  it('STAFF-26 needs a date, and is public only if the event is', async () => {
    const undatedEvent = await create({ date: '', endDate: '', status: 'draft' });
    const draft = await create({ status: 'draft' });

    expect((await repeat(undatedEvent._id, ['2030-01-11'])).json().errors).toEqual({ date: 'Enter a date first' });
    expect((await repeat(draft._id, ['2030-01-11'], { status: 'published' })).statusCode).toBe(422);
    expect((await repeat(draft._id, [])).statusCode).toBe(422);
    expect((await repeat(draft._id, ['soon'])).statusCode).toBe(422);
    expect(Object.values((await repeat(draft._id, ['9999-01-11'])).json().errors)).toEqual(['Enter a date from 2000 to 2100']);
    expect((await repeat(draft._id, ['2030-01-11'], {}, contributor)).statusCode).toBe(403);
    const ownEvent = await create({ status: 'draft' }, contributor);
    expect((await repeat(ownEvent._id, ['2030-01-11'], {}, contributor)).statusCode).toBe(201);
    expect((await repeat(ownEvent._id, ['2030-01-18'], { status: 'published' }, contributor)).statusCode).toBe(403);
  });
});

describe('the description of an event', () => {
  it('STAFF-25 is sanitised HTML, or plain text that stays unchanged', async () => {
    const plainEvent = await create({ description: 'Tea & talk < 5\nBring a friend' });
    const richEvent = await create({ description: '<h2>Tea</h2><script>alert(1)</script><p onclick="x">and <b>talk</b></p>' });

    expect(plainEvent.description).toBe('Tea & talk < 5\nBring a friend');
    expect(richEvent.description).toBe('<h2>Tea</h2><p>and <b>talk</b></p>');
    const summaries = (await app.get('/api/events?view=summary&limit=200')).json().data;
    expect(summaries.find(({ _id }: { _id: string }) => _id === richEvent._id).description).toBe('Tea and talk');
  });

  it('STAFF-25 shows images of its text to everyone once it is published', async () => {
    const { url } = (await app.form('POST', '/api/pictures', { image: await createImageFile() }, editor)).json().data;
    const event = await create({ status: 'draft', description: `<p>W</p><img src="${url}" alt="A">` });
    expect((await app.get(url)).statusCode).toBe(404);

    await app.form('PUT', `/api/events/${event._id}`, { status: 'published' }, editor);
    expect((await app.get(url)).statusCode).toBe(200);
    const id = /([0-9a-f]{24})\./.exec(url)?.[1];
    expect((await app.send('DELETE', `/api/pictures/${id}`, undefined, editor)).statusCode).toBe(200);
    expect((await read(event._id)).description).toBe('<p>W</p>');
  });
});
