import type { Transaction } from 'kysely';
import sharp from 'sharp';
import { fillDerivedColumns } from '../database/derived-columns.ts';
import type { Flag, Tables } from '../database/schema.ts';
import { writeTags } from '../database/tags.ts';
import { toLagosDay } from '../domain/event-times.ts';
import { createId } from '../domain/ids.ts';
import type { ContentServices } from '../images/change-image.ts';
import { getStorageKey } from '../images/image-server.ts';
import { SAMPLE_APPLICATIONS } from './applications-content.ts';
import { type Artwork, drawArtwork } from './artwork/artwork.ts';
import { SAMPLE_EVENTS } from './events-content.ts';
import { SAMPLE_ALBUMS } from './gallery-content.ts';
import { SAMPLE_AUTHORS, SAMPLE_POSTS } from './posts-content.ts';
import { SAMPLE_PROGRAMS } from './programs-content.ts';
import { describeArtwork } from './sample-artwork.ts';
import { programImageId, SLOT_IMAGES } from './slot-images-content.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const SAMPLE: { readonly is_sample: Flag } = { is_sample: 1 };
/** Drawn people stand at the lower edge: what is cut off is sky. */
const PEOPLE_FOCUS = { x: 0.5, y: 0.8 };

interface DrawnImage {
  readonly artwork: Artwork;
  readonly id: string;
  readonly width: number;
  readonly height: number;
  readonly bytes: number;
}

/** Draws a picture and keeps it as an original, as an upload would be. */
const drawImage = async ({ stores }: ContentServices, artwork: Artwork, id: string): Promise<DrawnImage> => {
  const density = artwork.crop === undefined ? 72 : 144;
  const { data, info } = await sharp(Buffer.from(drawArtwork(artwork)), { density })
    .webp({ quality: 86, effort: 1 })
    .toBuffer({ resolveWithObject: true });
  await stores.originals.put(getStorageKey({ id, version: 1, format: 'webp' }), data);
  return { artwork, id, width: info.width, height: info.height, bytes: info.size };
};

/** Two at once: as many as a small machine has cores. */
const drawAll = async (services: ContentServices, artworks: ReadonlyMap<Artwork, string>): Promise<Map<Artwork, DrawnImage>> => {
  const drawn = new Map<Artwork, DrawnImage>();
  const waiting = [...artworks];
  const work = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) drawn.set(next[0], await drawImage(services, ...next));
  };
  await Promise.all([work(), work()]);
  return drawn;
};

/** Everything that is drawn, with its picture's id: a new one, but for the pictures that pages know by a fixed id. */
const listArtworks = (): ReadonlyMap<Artwork, string> =>
  new Map([
    ...[
      ...SAMPLE_AUTHORS.map((author) => author.portrait),
      ...SAMPLE_POSTS.map((post) => post.picture),
      ...SAMPLE_EVENTS.map((event) => event.picture),
      ...SAMPLE_ALBUMS.flatMap((album) => album.images.map((image) => image.picture)),
    ].map((artwork): [Artwork, string] => [artwork, createId()]),
    ...SAMPLE_PROGRAMS.map((program): [Artwork, string] => [program.picture, programImageId(program.slug)]),
    ...[...SLOT_IMAGES].map(([id, artwork]): [Artwork, string] => [artwork, id]),
  ]);

export type InsertSamples = (transaction: Transaction<Tables>) => Promise<void>;

interface SampleContext {
  readonly transaction: Transaction<Tables>;
  readonly pictures: ReadonlyMap<Artwork, DrawnImage>;
  /** ISO moment so many days ago. */
  moment(daysAgo: number): string;
}

const idOf = ({ pictures }: SampleContext, artwork: Artwork | undefined): string | null => (artwork === undefined ? null : (pictures.get(artwork)?.id ?? null));

const insertImages = async ({ transaction, pictures, moment }: SampleContext): Promise<void> => {
  for (const { artwork, ...picture } of pictures.values()) {
    const focus = artwork.kind === 'people' ? PEOPLE_FOCUS : { x: 0.5, y: 0.5 };
    await transaction
      .insertInto('pictures')
      .values({ ...picture, version: 1, format: 'webp', focal_x: focus.x, focal_y: focus.y, created_at: moment(0), ...SAMPLE })
      .execute();
  }
};

const insertPosts = async (context: SampleContext): Promise<void> => {
  const { transaction, moment } = context;
  for (const { author, daysAgo, picture, tags, ...post } of SAMPLE_POSTS) {
    await transaction
      .insertInto('posts')
      .values({
        id: createId(),
        ...post,
        tags: writeTags(tags),
        picture_id: idOf(context, picture),
        picture_alt: describeArtwork(picture),
        published_at: post.status === 'published' ? moment(daysAgo) : null,
        author_id: null,
        author_name: author,
        author_picture_id: idOf(context, SAMPLE_AUTHORS.find((candidate) => candidate.name === author)?.portrait),
        created_at: moment(daysAgo),
        updated_at: moment(daysAgo),
        ...SAMPLE,
      })
      .execute();
  }
};

const insertEvents = async (context: SampleContext): Promise<void> => {
  const { transaction, moment } = context;
  for (const { endTime, inDays, picture, registrationLink, tags, ...event } of SAMPLE_EVENTS) {
    await transaction
      .insertInto('events')
      .values({
        id: createId(),
        ...event,
        date: toLagosDay(new Date(moment(-inDays))),
        end_time: endTime,
        tags: writeTags(tags),
        registration_link: registrationLink,
        picture_id: idOf(context, picture),
        picture_alt: describeArtwork(picture),
        status: 'published',
        upcoming_override: null,
        author_id: null,
        created_at: moment(0),
        updated_at: moment(0),
        ...SAMPLE,
      })
      .execute();
  }
};

const insertGallery = async (context: SampleContext): Promise<void> => {
  const { transaction, moment } = context;
  for (const [position, album] of SAMPLE_ALBUMS.entries()) {
    const albumId = createId();
    await transaction
      .insertInto('albums')
      .values({ id: albumId, name: album.name, name_key: album.name.toLowerCase(), position, created_at: moment(0), updated_at: moment(0), ...SAMPLE })
      .execute();
    for (const { title, daysAgo, picture } of album.images) {
      const pictureId = idOf(context, picture);
      if (pictureId === null) continue;
      const times = { created_at: moment(daysAgo), updated_at: moment(daysAgo) };
      await transaction
        .insertInto('gallery_images')
        .values({
          id: createId(),
          title,
          alt: describeArtwork(picture),
          picture_id: pictureId,
          album_id: albumId,
          is_published: 1,
          author_id: null,
          ...times,
          ...SAMPLE,
        })
        .execute();
    }
  }
};

const insertProgramsAndApplications = async (context: SampleContext): Promise<void> => {
  const { transaction, moment } = context;
  const times = { created_at: moment(0), updated_at: moment(0) };
  for (const [position, { slug, title, content, picture }] of SAMPLE_PROGRAMS.entries()) {
    await transaction
      .insertInto('programs')
      .values({
        id: createId(),
        slug,
        title,
        content,
        picture_id: idOf(context, picture),
        picture_alt: describeArtwork(picture),
        position,
        ...times,
        ...SAMPLE,
      })
      .execute();
  }
  for (const { daysAgo, ...application } of SAMPLE_APPLICATIONS) {
    await transaction
      .insertInto('applications')
      .values({ id: createId(), ...application, read_at: null, created_at: moment(daysAgo), ...SAMPLE })
      .execute();
  }
};

/** Draws the sample pictures; what comes back then writes the sample content, all of it marked as such. Dates count from now. */
export const prepareSamples = async (services: ContentServices): Promise<InsertSamples> => {
  const pictures = await drawAll(services, listArtworks());
  const moment = (daysAgo: number): string => new Date(services.now().getTime() - daysAgo * DAY_MS).toISOString();
  return async (transaction) => {
    const context: SampleContext = { transaction, pictures, moment };
    await insertImages(context);
    await insertPosts(context);
    await insertEvents(context);
    await insertGallery(context);
    await insertProgramsAndApplications(context);
    await fillDerivedColumns(transaction);
  };
};
