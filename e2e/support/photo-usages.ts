import { eventKind } from '@site/shared/contracts/event';
import { galleryImageKind } from '@site/shared/contracts/gallery';
import { postKind } from '@site/shared/contracts/post';
import { programKind } from '@site/shared/contracts/program';
import type { ContentKind } from '@site/shared/domain/content-kind';
import { isVersionKind, KIND_NAMES, KINDS, type KindName } from '@site/shared/domain/kinds';
import sharp from 'sharp';
import { PUBLIC_PATHS } from './public-pages.ts';
import { type createStaffClient, toFormData } from './staff.ts';

type StaffClient = Awaited<ReturnType<typeof createStaffClient>>;
type Fields = Readonly<Record<string, string | Blob>>;

/** A photo, the pages that show it, and the images stored for it. */
export interface PhotoUsage {
  readonly name: string;
  /** Withdrawing this image withdraws all of `imageIds`. */
  readonly photoId: string;
  /** Ids of the photo's own images and of the images of its copies. */
  readonly imageIds: readonly string[];
  readonly pages: readonly string[];
}

/** Fields other than title and image that a document of each kind needs before it can be public. A missing kind is a type error. */
const FORMS: Readonly<Record<KindName, { readonly kind: ContentKind; readonly fields: Fields }>> = {
  image: { kind: galleryImageKind, fields: { published: 'true' } },
  post: { kind: postKind, fields: { status: 'published', category: 'Schools', content: '<p>We met.</p>' } },
  event: { kind: eventKind, fields: { status: 'published', date: '2099-01-31', time: '4:00 PM', location: 'Yaba', description: '<p>Come.</p>' } },
  program: { kind: programKind, fields: { status: 'published', content: '<p>Learn.</p>' } },
};

export const SHARED_PAGES = [
  ...PUBLIC_PATHS,
  '/search?q=withdrawn',
  '/news/feed.xml',
  '/news/atom.xml',
  '/news/feed.json',
  '/events/feed.xml',
  '/events/atom.xml',
  '/events/feed.json',
  '/events/calendar.ics',
  '/sitemap.xml',
];

const CONSENT = { showsMinors: 'true', consentBy: 'Mrs Adaeze Okoro, mother', consentOn: '2026-01-31' };

const getImageId = (url: string): string => /([0-9a-f]{24})\./.exec(url)?.[1] ?? 'no id';

let width = 480;
const createPhoto = async (): Promise<Blob> => {
  width += 2;
  const photo = sharp({ create: { width, height: 300, channels: 3, background: '#a35' } });
  return new Blob([new Uint8Array(await photo.jpeg().toBuffer())]);
};

const createDocuments = (staff: StaffClient, name: KindName) => {
  const { kind, fields } = FORMS[name];
  const { path, page, hasSlug } = KINDS[name];
  return {
    create: (extraFields: Fields) =>
      staff.post(`/${path}`, toFormData({ title: `A withdrawn photo, ${name}`, ...fields, [kind.image.altField]: 'A class', ...CONSENT, ...extraFields })),
    publish: (id: string) => staff.put(`/${path}/${id}`, toFormData(fields)),
    read: (id: string) => staff.get(`/${path}/${id}`),
    toPage: (document: { readonly _id: string; readonly slug?: string }): string => page + (hasSlug ? document.slug : document._id),
    toImageId: (document: Readonly<Record<string, string>>): string => getImageId(document[name === 'image' ? 'url' : kind.image.name] ?? ''),
  };
};

/**
 * Creates a document with a photo and, if its kind supports them, a copy and repeats. Also creates a second document with the same photo, stored as a separate
 * image as earlier releases did.
 */
const createDocumentsWithPhoto = async (staff: StaffClient, name: KindName, runSql: (statement: string) => void): Promise<Omit<PhotoUsage, 'name'>> => {
  const documents = createDocuments(staff, name);
  const photo = await createPhoto();
  const createdDocument = await documents.create({ [FORMS[name].kind.image.name]: photo });
  const secondDocument = await documents.create({ [FORMS[name].kind.image.name]: photo });
  runSql(`update pictures set is_copy = 1, origin_id = null where id = '${documents.toImageId(secondDocument)}'`);
  const copyIds: string[] = [];
  if (isVersionKind(name)) {
    const { _id: id } = await staff.post(`/copies/${name}/${createdDocument._id}`, {});
    await documents.publish(id);
    copyIds.push(id);
  }
  if (name === 'event')
    copyIds.push(...(await staff.post(`/events/${createdDocument._id}/repeats`, { dates: ['2099-02-28', '2099-03-31'], status: 'published' })).ids);
  const shownDocuments = [createdDocument, secondDocument, ...(await Promise.all(copyIds.map(documents.read)))];
  return {
    photoId: documents.toImageId(createdDocument),
    imageIds: [...new Set(shownDocuments.map(documents.toImageId))],
    pages: shownDocuments.map(documents.toPage),
  };
};

const createTextImage = async (staff: StaffClient, name: KindName, field: string): Promise<Omit<PhotoUsage, 'name'>> => {
  const documents = createDocuments(staff, name);
  const { url } = await staff.post('/pictures', toFormData({ image: await createPhoto(), ...CONSENT }));
  const text = `<p>We met.</p><figure><img src="${url}" alt="A girl reads"><figcaption>Chidinma, 12</figcaption></figure>`;
  const createdDocument = await documents.create({ [field]: text, [FORMS[name].kind.image.name]: await createPhoto() });
  return { photoId: getImageId(url), imageIds: [getImageId(url)], pages: [documents.toPage(createdDocument)] };
};

/** Stores a portrait of a post's author. Only earlier releases had a screen for such portraits. */
const createPortrait = async (staff: StaffClient, runSql: (statement: string) => void): Promise<Omit<PhotoUsage, 'name'>> => {
  const documents = createDocuments(staff, 'post');
  const { url } = await staff.post('/pictures', toFormData({ image: await createPhoto(), ...CONSENT }));
  const createdDocument = await documents.create({ [postKind.image.name]: await createPhoto() });
  runSql(`update posts set author_picture_id = '${getImageId(url)}' where id = '${createdDocument._id}'`);
  await documents.publish(createdDocument._id);
  return { photoId: getImageId(url), imageIds: [getImageId(url)], pages: [documents.toPage(createdDocument)] };
};

const createCover = async (staff: StaffClient): Promise<Omit<PhotoUsage, 'name'>> => {
  const documents = createDocuments(staff, 'image');
  const album = await staff.post('/gallery/albums', { name: 'With a cover' });
  const createdDocument = await documents.create({ image: await createPhoto(), album: album._id });
  return {
    photoId: documents.toImageId(createdDocument),
    imageIds: [documents.toImageId(createdDocument)],
    pages: [documents.toPage(createdDocument), `/gallery?album=${album._id}`],
  };
};

/**
 * Creates a photo for each field in which a kind of content can show one. `runSql` changes the site's database to create data that only earlier releases
 * stored.
 */
export const createPhotoUsages = async (staff: StaffClient, runSql: (statement: string) => void): Promise<PhotoUsage[]> => {
  const usages: PhotoUsage[] = [];
  for (const kindName of KIND_NAMES) {
    const { plural } = KINDS[kindName];
    usages.push({ name: `the image in ${plural}`, ...(await createDocumentsWithPhoto(staff, kindName, runSql)) });
    for (const [field, { format }] of Object.entries(FORMS[kindName].kind.fields))
      if (format === 'rich-text') usages.push({ name: `${field} in ${plural}`, ...(await createTextImage(staff, kindName, field)) });
  }
  usages.push({ name: 'the portrait of an author', ...(await createPortrait(staff, runSql)) });
  usages.push({ name: 'the cover of an album', ...(await createCover(staff)) });
  return usages;
};
