import { createProgram, deleteProgram, getProgram, type Program, programFormSchema, restoreProgram, updateProgram } from '@site/shared/contracts/program';
import type { DocumentKind } from '../editor/document-kind.ts';
import { focalValues } from '../editor/field-values.ts';

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
  pictureName: 'coverImage',
  schema: programFormSchema,
  hasDrafts: false,
  momentName: null,
  needed: ['title'],
  toValues: (program) => {
    const { title, slug, content, coverImageAlt, coverImageFocal } = program ?? emptyProgram;
    return { title, slug, content, coverImageAlt, ...focalValues(coverImageFocal) };
  },
  toForm: (values) => values,
  factsOf: ({ _id, updatedAt }) => ({ id: _id, version: updatedAt, status: 'published', moment: null }),
  publicPath: ({ slug }) => `/programs/${slug}`,
  preview: (program, values) => {
    const { title = '', slug = '', content = '', coverImageAlt = '' } = values;
    const draft: Program = { ...(program ?? emptyProgram), title, slug, content, coverImageAlt };
    return { path: `/programs/preview/${slug || 'new'}`, draft };
  },
  get: (http, id, extra) => http.call(getProgram, { params: { slug: id }, ...extra }),
  findBySlug: (http, slug) => http.call(getProgram, { params: { slug }, silent: true }),
  create: (http, body, extra) => http.call(createProgram, { body, ...extra }),
  update: (http, id, body, extra) => http.call(updateProgram, { params: { id }, body, ...extra }),
  remove: (http, id) => http.call(deleteProgram, { params: { id } }),
  restore: (http, id) => http.call(restoreProgram, { params: { id } }),
};
