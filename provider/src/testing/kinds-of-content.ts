import type { ContentKind } from '@site/shared/domain/content-kind';
import { createImageFile } from './images.ts';
import type { TestApp } from './test-app.ts';

type Fields = Readonly<Record<string, string | Buffer>>;

interface ContentKindCase {
  /** Last segment of the kind's API path. */
  readonly list: string;
  readonly file: string;
  /** Fields that a document needs in order to be public, besides the title and the image. */
  readonly fields: Fields;
  /** Fields that publish and hide a document. */
  readonly shown: Fields;
  readonly hidden: Fields;
}

const STATUS_FIELDS = { shown: { status: 'published' }, hidden: { status: 'draft' } };

/** Every kind of content, for tests that apply to all of them. */
export const KINDS_OF_CONTENT: Readonly<Record<ContentKind['name'], ContentKindCase>> = {
  post: { list: 'posts', file: 'featuredImage', fields: { category: 'C', content: '<p>W</p>', featuredImageAlt: 'A' }, ...STATUS_FIELDS },
  event: {
    list: 'events',
    file: 'featuredImage',
    fields: { date: '2030-01-04', time: '4:00 PM', location: 'Yaba', description: '<p>Come</p>' },
    ...STATUS_FIELDS,
  },
  program: { list: 'programs', file: 'coverImage', fields: { content: '<p>W</p>', coverImageAlt: 'A' }, ...STATUS_FIELDS },
  image: { list: 'gallery', file: 'image', fields: { alt: 'A' }, shown: { published: 'true' }, hidden: { published: 'false' } },
};

/** Creates, changes and reads documents of all kinds as a staff member. Created documents are public unless the fields say otherwise. */
export const createDocuments = (app: TestApp, getToken: () => string) => {
  const getUrl = (kind: ContentKind['name'], id: string): string => `/api/${KINDS_OF_CONTENT[kind].list}/${id}`;
  return {
    getUrl,
    create: async (kind: ContentKind['name'], extraFields: Fields = {}) => {
      const { list, file, fields, shown } = KINDS_OF_CONTENT[kind];
      const response = await app.form(
        'POST',
        `/api/${list}`,
        { title: 'Open day', [file]: await createImageFile(), ...fields, ...shown, ...extraFields },
        getToken(),
      );
      if (response.statusCode !== 201) throw new Error(response.body);
      return response.json().data;
    },
    save: (kind: ContentKind['name'], id: string, fields: Fields) => app.form('PUT', getUrl(kind, id), fields, getToken()),
    read: async (kind: ContentKind['name'], id: string) => (await app.get(getUrl(kind, id), getToken())).json().data,
    getImage: (kind: ContentKind['name'], document: Readonly<Record<string, string>>): string =>
      document[kind === 'image' ? 'url' : KINDS_OF_CONTENT[kind].file] ?? '',
  };
};
