import { createPost, deletePost, getPost, type Post, postFormSchema, restorePost, updatePost } from '@site/shared/contracts/post';
import { type DocumentKind, focalValues, toLagosFields } from '../editor/document-kind.ts';
import { joinTags, splitTags } from '../tag-input/tag-text.ts';

const emptyPost: Post = {
  _id: 'new',
  slug: '',
  title: '',
  content: '',
  excerpt: '',
  featuredImage: '',
  featuredImageAlt: '',
  category: '',
  tags: [],
  status: 'draft',
  publishedAt: null,
  updatedAt: null,
  author: { name: '', avatar: '' },
  isSample: false,
};

export const postKind: DocumentKind<Post> = {
  noun: 'post',
  listPath: '/admin/posts',
  listName: 'News',
  fields: [
    { name: 'title', label: 'Title' },
    { name: 'excerpt', label: 'Excerpt' },
    { name: 'content', label: 'Content', isHtml: true },
    { name: 'featuredImage', label: 'Featured image' },
    { name: 'featuredImageAlt', label: 'Alt text' },
    { name: 'category', label: 'Category' },
    { name: 'tags', label: 'Tags' },
    { name: 'slug', label: 'Slug' },
  ],
  imageName: 'featuredImage',
  schema: postFormSchema,
  hasDrafts: true,
  publishAtName: 'publishedAt',
  required: ['title', 'category'],
  toValues: (post) => {
    const { title, slug, excerpt, content, category, tags, featuredImageAlt, featuredImageFocal, publishedAt, status } = post ?? emptyPost;
    const { date, time } = toLagosFields(status === 'scheduled' ? publishedAt : null);
    return {
      title,
      slug,
      excerpt,
      content,
      category,
      tags: joinTags(tags),
      featuredImageAlt,
      ...focalValues(featuredImageFocal),
      publishDate: date,
      publishTime: time,
    };
  },
  toForm: (values) => values,
  getFacts: ({ _id, updatedAt, status, publishedAt }) => ({ id: _id, version: updatedAt, status, publishAt: publishedAt }),
  publicPath: ({ slug }) => `/news/${slug}`,
  preview: (post, values) => {
    const { title = '', slug = '', excerpt = '', content = '', category = '', tags = '', featuredImageAlt = '' } = values;
    const draft: Post = { ...(post ?? emptyPost), title, slug, excerpt, content, category, tags: [...splitTags(tags)], featuredImageAlt };
    return { path: `/news/preview/${draft._id}`, draft };
  },
  get: (http, id, options) => http.call(getPost, { params: { idOrSlug: id }, ...options }),
  findBySlug: (http, slug) => http.call(getPost, { params: { idOrSlug: slug }, silent: true }),
  create: (http, body, options) => http.call(createPost, { body, ...options }),
  update: (http, id, body, options) => http.call(updatePost, { params: { id }, body, ...options }),
  remove: (http, id) => http.call(deletePost, { params: { id } }),
  restore: (http, id) => http.call(restorePost, { params: { id } }),
};
