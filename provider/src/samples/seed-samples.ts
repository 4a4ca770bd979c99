import type { Transaction } from 'kysely';
import pLimit from 'p-limit';
import sharp from 'sharp';
import { fillDerivedColumns } from '../database/derived-columns.ts';
import { readAllImageTexts } from '../database/library-queries.ts';
import { indexAllChangedRows } from '../database/public-documents.ts';
import type { Flag } from '../database/schema/columns.ts';
import { UPLOAD_LOCATIONS } from '../database/schema/content.ts';
import type { Tables } from '../database/schema/tables.ts';
import { writeTextList } from '../database/topics.ts';
import { toRow } from '../domain/content-columns.ts';
import { createId } from '../domain/ids.ts';
import type { ContentServices } from '../images/change-image.ts';
import { getStorageKey } from '../images/image-server.ts';
import { readDominantColor } from '../images/render-image.ts';
import { SAMPLE_APPLICATIONS } from './applications-content.ts';
import { type Artwork, drawArtwork } from './artwork/artwork.ts';
import { getEventDays } from './event-days.ts';
import { SAMPLE_EVENTS } from './events-content.ts';
import { SAMPLE_ALBUMS } from './gallery-content.ts';
import { SAMPLE_AUTHORS, SAMPLE_POSTS } from './posts-content.ts';
import { SAMPLE_PROGRAMS } from './programs-content.ts';
import { describeArtwork } from './sample-artwork.ts';
import { FIGURE, type SamplePost } from './sample-types.ts';
import { programImageId, SLOT_IMAGES } from './slot-images-content.ts';

/** Number of images to draw at the same time: a small machine has this many cores. */
const CONCURRENT_DRAWINGS = 2;
const DAY_MS = 24 * 60 * 60 * 1000;
const SAMPLE_COLUMNS: { readonly is_sample: Flag } = { is_sample: 1 };
/** People are drawn at the bottom, so crops should remove sky. */
const PEOPLE_FOCUS = { x: 0.5, y: 0.8 };

interface DrawnImage {
  readonly artwork: Artwork;
  readonly id: string;
  readonly width: number;
  readonly height: number;
  readonly bytes: number;
  readonly color: string;
}

const drawImage = async ({ stores }: ContentServices, artwork: Artwork, id: string): Promise<DrawnImage> => {
  const density = artwork.crop === undefined ? 72 : 144;
  const { data, info } = await sharp(Buffer.from(drawArtwork(artwork)), { density })
    .webp({ quality: 86, effort: 1 })
    .toBuffer({ resolveWithObject: true });
  await stores.originals.put(getStorageKey({ id, version: 1, format: 'webp' }), data);
  return { artwork, id, width: info.width, height: info.height, bytes: info.size, color: await readDominantColor(data) };
};

const drawArtworks = async (services: ContentServices, artworks: ReadonlyMap<Artwork, string>): Promise<Map<Artwork, DrawnImage>> => {
  const limit = pLimit(CONCURRENT_DRAWINGS);
  const drawnImages = await Promise.all([...artworks].map(([artwork, id]) => limit(() => drawImage(services, artwork, id))));
  return new Map(drawnImages.map((image) => [image.artwork, image]));
};

/** Returns the drawings that pages refer to by a fixed id. */
const listPageArtworks = (): [Artwork, string][] => [
  ...SAMPLE_PROGRAMS.map((program): [Artwork, string] => [program.picture, programImageId(program.slug)]),
  ...[...SLOT_IMAGES].map(([id, artwork]): [Artwork, string] => [artwork, id]),
];

const listFigures = (): Artwork[] => SAMPLE_POSTS.flatMap(({ figure }) => figure?.picture ?? []);

const listContentArtworks = (): [Artwork, string][] =>
  [
    ...SAMPLE_AUTHORS.map((author) => author.portrait),
    ...SAMPLE_POSTS.map((post) => post.picture),
    ...listFigures(),
    ...SAMPLE_EVENTS.map((event) => event.picture),
    ...SAMPLE_ALBUMS.flatMap((album) => album.images.map((image) => image.picture)),
  ].map((artwork) => [artwork, createId()]);

export type InsertSamples = (transaction: Transaction<Tables>) => Promise<void>;

interface SampleContext {
  readonly transaction: Transaction<Tables>;
  readonly images: ReadonlyMap<Artwork, DrawnImage>;
  getTimestampDaysAgo(daysAgo: number): string;
}

const getImageId = ({ images }: SampleContext, artwork: Artwork | undefined): string | null =>
  artwork === undefined ? null : (images.get(artwork)?.id ?? null);

/**
 * Marks an image that belongs to a text. The image is deleted once no text shows it (`sweepTextImages`). It is not a sample, so it stays if staff edit the
 * text.
 */
const TEXT_IMAGE_COLUMNS = { is_in_text: UPLOAD_LOCATIONS.text, is_sample: 0 } as const;

const insertImages = async ({ transaction, images, getTimestampDaysAgo }: SampleContext): Promise<void> => {
  const figures = new Set(listFigures());
  for (const { artwork, ...picture } of images.values()) {
    const focus = artwork.kind === 'people' ? PEOPLE_FOCUS : { x: 0.5, y: 0.5 };
    await transaction
      .insertInto('pictures')
      .values({
        ...picture,
        version: 1,
        format: 'webp',
        focal_x: focus.x,
        focal_y: focus.y,
        created_at: getTimestampDaysAgo(0),
        ...(figures.has(artwork) ? TEXT_IMAGE_COLUMNS : SAMPLE_COLUMNS),
      })
      .execute();
  }
};

const insertFigure = ({ images }: SampleContext, { content, figure }: Pick<SamplePost, 'content' | 'figure'>): string => {
  const image = figure && images.get(figure.picture);
  if (image === undefined) return content;
  const source = `/img/upload/v1/${image.id}.webp`;
  return content.replace(
    FIGURE,
    `<figure><img src="${source}" alt="${describeArtwork(image.artwork)}" width="${image.width}" height="${image.height}"><figcaption>${figure?.caption}</figcaption></figure>`,
  );
};

const insertPosts = async (context: SampleContext): Promise<void> => {
  const { transaction, getTimestampDaysAgo } = context;
  for (const { author, daysAgo, picture, tags, figure, ...post } of SAMPLE_POSTS) {
    await transaction
      .insertInto('posts')
      .values({
        id: createId(),
        ...toRow(post),
        content: insertFigure(context, { content: post.content, ...(figure && { figure }) }),
        tags: writeTextList(tags),
        picture_id: getImageId(context, picture),
        picture_alt: describeArtwork(picture),
        published_at: post.status === 'published' ? getTimestampDaysAgo(daysAgo) : null,
        author_id: null,
        author_name: author,
        author_picture_id: getImageId(context, SAMPLE_AUTHORS.find((candidate) => candidate.name === author)?.portrait),
        created_at: getTimestampDaysAgo(daysAgo),
        updated_at: getTimestampDaysAgo(daysAgo),
        ...SAMPLE_COLUMNS,
      })
      .execute();
  }
};

const insertEvents = async (context: SampleContext): Promise<void> => {
  const { transaction, getTimestampDaysAgo } = context;
  for (const { days, attendanceMode = 'in-person', picture, tags, ...event } of SAMPLE_EVENTS) {
    const { first, last } = getEventDays(days, new Date(getTimestampDaysAgo(0)));
    await transaction
      .insertInto('events')
      .values({
        id: createId(),
        ...toRow({ ...event, attendanceMode }),
        date: first,
        end_date: last,
        tags: writeTextList(tags),
        picture_id: getImageId(context, picture),
        picture_alt: describeArtwork(picture),
        status: 'published',
        upcoming_override: null,
        author_id: null,
        created_at: getTimestampDaysAgo(0),
        updated_at: getTimestampDaysAgo(0),
        ...SAMPLE_COLUMNS,
      })
      .execute();
  }
};

const insertGallery = async (context: SampleContext): Promise<void> => {
  const { transaction, getTimestampDaysAgo } = context;
  for (const [position, album] of SAMPLE_ALBUMS.entries()) {
    const albumId = createId();
    await transaction
      .insertInto('albums')
      .values({
        id: albumId,
        name: album.name,
        name_key: album.name.toLowerCase(),
        position,
        created_at: getTimestampDaysAgo(0),
        updated_at: getTimestampDaysAgo(0),
        ...SAMPLE_COLUMNS,
      })
      .execute();
    for (const { title, daysAgo, picture } of album.images) {
      const imageId = getImageId(context, picture);
      if (imageId === null) continue;
      const times = { created_at: getTimestampDaysAgo(daysAgo), updated_at: getTimestampDaysAgo(daysAgo) };
      await transaction
        .insertInto('gallery_images')
        .values({
          id: createId(),
          title,
          alt: describeArtwork(picture),
          picture_id: imageId,
          album_id: albumId,
          is_published: 1,
          author_id: null,
          ...times,
          ...SAMPLE_COLUMNS,
        })
        .execute();
    }
  }
};

const insertProgramsAndApplications = async (context: SampleContext): Promise<void> => {
  const { transaction, getTimestampDaysAgo } = context;
  const times = { created_at: getTimestampDaysAgo(0), updated_at: getTimestampDaysAgo(0) };
  for (const [position, { picture, applyBy = 'whatsapp', relatedTag = '', ...program }] of SAMPLE_PROGRAMS.entries()) {
    await transaction
      .insertInto('programs')
      .values({
        id: createId(),
        ...toRow({ ...program, applyBy, relatedTag }),
        picture_id: getImageId(context, picture),
        picture_alt: describeArtwork(picture),
        position,
        publish_at: times.created_at,
        ...times,
        ...SAMPLE_COLUMNS,
      })
      .execute();
  }
  for (const { daysAgo, ...application } of SAMPLE_APPLICATIONS) {
    await transaction
      .insertInto('applications')
      .values({ id: createId(), ...application, read_at: null, created_at: getTimestampDaysAgo(daysAgo), ...SAMPLE_COLUMNS })
      .execute();
  }
};

/** What the first start inserts: sample content, or only the images that pages refer to by a fixed id, as after `remove-samples`. */
export type Samples = 'content' | 'page images';

/** Draws the images. The returned function inserts them together with the sample content, all marked as samples. Dates are relative to the current time. */
export const prepareSamples = async (services: ContentServices, samples: Samples): Promise<InsertSamples> => {
  const hasContent = samples === 'content';
  const images = await drawArtworks(services, new Map([...(hasContent ? listContentArtworks() : []), ...listPageArtworks()]));
  const getTimestampDaysAgo = (daysAgo: number): string => new Date(services.now().getTime() - daysAgo * DAY_MS).toISOString();
  return async (transaction) => {
    const context: SampleContext = { transaction, images, getTimestampDaysAgo };
    await insertImages(context);
    if (!hasContent) return;
    await insertPosts(context);
    await insertEvents(context);
    await insertGallery(context);
    await insertProgramsAndApplications(context);
    await fillDerivedColumns(transaction);
    await indexAllChangedRows(transaction);
    await readAllImageTexts(transaction);
  };
};
