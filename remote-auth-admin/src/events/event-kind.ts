import { createEvent, deleteEvent, type Event, eventFormSchema, getEvent, restoreEvent, updateEvent } from '@site/shared/contracts/event';
import { type DocumentKind, focalValues, toLagosFields } from '../editor/document-kind.ts';
import { joinTags, splitTags } from '../tag-input/tag-text.ts';
import { toTimeField, toTimeWords } from './time-words.ts';

const emptyEvent: Event = {
  _id: 'new',
  title: '',
  description: '',
  date: null,
  time: '',
  endTime: '',
  location: '',
  category: '',
  featuredImage: '',
  image: '',
  featuredImageAlt: '',
  tags: [],
  registrationLink: '',
  isUpcoming: true,
  status: 'draft',
  updatedAt: null,
  isSample: false,
};

export const eventKind: DocumentKind<Event> = {
  noun: 'event',
  listPath: '/admin/events',
  listName: 'Events',
  fields: [
    { name: 'title', label: 'Title' },
    { name: 'description', label: 'Description' },
    { name: 'date', label: 'Date' },
    { name: 'time', label: 'Time' },
    { name: 'endTime', label: 'End time' },
    { name: 'location', label: 'Location' },
    { name: 'registrationLink', label: 'Registration link' },
    { name: 'featuredImage', label: 'Featured image' },
    { name: 'featuredImageAlt', label: 'Alt text' },
    { name: 'category', label: 'Category' },
    { name: 'tags', label: 'Tags' },
  ],
  imageName: 'featuredImage',
  schema: eventFormSchema,
  hasDrafts: true,
  publishAtName: 'publishAt',
  required: ['title'],
  toValues: (event) => {
    const { title, description, date, time, endTime, location, category, tags, registrationLink, featuredImageAlt, featuredImageFocal, publishAt, status } =
      event ?? emptyEvent;
    const publication = toLagosFields(status === 'scheduled' ? (publishAt ?? null) : null);
    return {
      title,
      description,
      date: date?.slice(0, 10) ?? '',
      time: toTimeField(time),
      endTime: toTimeField(endTime),
      location,
      registrationLink,
      category,
      tags: joinTags(tags),
      featuredImageAlt,
      ...focalValues(featuredImageFocal),
      publishDate: publication.date,
      publishTime: publication.time,
    };
  },
  toForm: (values) => ({ ...values, time: toTimeWords(values.time ?? ''), endTime: toTimeWords(values.endTime ?? '') }),
  getFacts: ({ _id, updatedAt, status, publishAt }) => ({ id: _id, version: updatedAt, status, publishAt: publishAt ?? null }),
  publicPath: ({ _id }) => `/events/${_id}`,
  preview: (event, values) => {
    const stored = event ?? emptyEvent;
    const { title = '', description = '', date = '', time = '', endTime = '', location = '', registrationLink = '', category = '', tags = '' } = values;
    const draft: Event = {
      ...stored,
      title,
      description,
      date: date === '' ? null : date,
      time: toTimeWords(time),
      endTime: toTimeWords(endTime),
      location,
      registrationLink,
      category,
      tags: [...splitTags(tags)],
      featuredImageAlt: values.featuredImageAlt ?? '',
    };
    return { path: `/events/preview/${stored._id}`, draft };
  },
  get: (http, id, options) => http.call(getEvent, { params: { id }, ...options }),
  create: (http, body, options) => http.call(createEvent, { body, ...options }),
  update: (http, id, body, options) => http.call(updateEvent, { params: { id }, body, ...options }),
  remove: (http, id) => http.call(deleteEvent, { params: { id } }),
  restore: (http, id) => http.call(restoreEvent, { params: { id } }),
};
