import { createProgram, deleteProgram, getProgram, type Program, programFormSchema, restoreProgram, updateProgram } from '@site/shared/contracts/program';
import { type DocumentKind, focalValues } from '../editor/document-kind.ts';

const emptyProgram: Program = { _id: 'new', slug: '', title: '', coverImage: '', coverImageAlt: '', content: '', updatedAt: null, isSample: false };

export const programKind: DocumentKind<Program> = {
  noun: 'program',
  listPath: '/admin/programs',
  listName: 'Programs',
  fields: [
    { name: 'title', label: 'Title' },
    { name: 'content', label: 'Content', isHtml: true },
    { name: 'coverImage', label: 'Cover image' },
    { name: 'coverImageAlt', label: 'Alt text' },
    { name: 'slug', label: 'Slug' },
  ],
  imageName: 'coverImage',
  schema: programFormSchema,
  hasDrafts: false,
  publishAtName: null,
  required: ['title'],
  toValues: (program) => {
    const { title, slug, content, coverImageAlt, coverImageFocal } = program ?? emptyProgram;
    return { title, slug, content, coverImageAlt, ...focalValues(coverImageFocal) };
  },
  toForm: (values) => values,
  getFacts: ({ _id, updatedAt }) => ({ id: _id, version: updatedAt, status: 'published', publishAt: null }),
  publicPath: ({ slug }) => `/programs/${slug}`,
  preview: (program, values) => {
    const { title = '', slug = '', content = '', coverImageAlt = '' } = values;
    const draft: Program = { ...(program ?? emptyProgram), title, slug, content, coverImageAlt };
    return { path: `/programs/preview/${slug || 'new'}`, draft };
  },
  get: (http, id, options) => http.call(getProgram, { params: { slug: id }, ...options }),
  findBySlug: (http, slug) => http.call(getProgram, { params: { slug }, silent: true }),
  create: (http, body, options) => http.call(createProgram, { body, ...options }),
  update: (http, id, body, options) => http.call(updateProgram, { params: { id }, body, ...options }),
  remove: (http, id) => http.call(deleteProgram, { params: { id } }),
  restore: (http, id) => http.call(restoreProgram, { params: { id } }),
};
