import * as v from 'valibot';
import { endpoint } from './endpoint.ts';
import { moment, text } from './fields.ts';
import { deletedSchema } from './form-fields.ts';
import { volunteerFormSchema } from './volunteer.ts';

/** A volunteer application as editors see it. */
export const applicationSchema = v.object({
  _id: v.string(),
  name: text,
  email: text,
  phone: text,
  qualification: text,
  location: text,
  skills: text,
  interests: text,
  motivation: text,
  createdAt: moment,
  /** Null until someone has read it. */
  readAt: moment,
  isSample: v.nullish(v.boolean(), false),
});
export type Application = v.InferOutput<typeof applicationSchema>;

/** What our own form service takes (NS-07): the ten keys of VOL-09, or the eight of the form; `website` is a trap that people never see and machines fill. */
export const applicationFormSchema = v.object({
  ...volunteerFormSchema.entries,
  phone: v.optional(volunteerFormSchema.entries.phone, ''),
  skills: v.optional(volunteerFormSchema.entries.skills, ''),
  interests: v.optional(volunteerFormSchema.entries.interests, ''),
  website: v.optional(v.string(), ''),
});

export const sendApplication = endpoint({
  method: 'POST',
  path: '/forms/volunteer',
  access: 'public',
  envelope: 'bare',
  body: applicationFormSchema,
  answer: v.object({ message: v.string() }),
});
export const listApplications = endpoint({ method: 'GET', path: '/applications', access: 'editor', envelope: 'data', answer: v.array(applicationSchema) });
export const updateApplication = endpoint({
  method: 'PUT',
  path: '/applications/:id',
  access: 'editor',
  envelope: 'data',
  body: v.object({ isRead: v.boolean() }),
  answer: applicationSchema,
});
/** Into the trash, for 30 days. */
export const deleteApplication = endpoint({ method: 'DELETE', path: '/applications/:id', access: 'editor', envelope: 'data', answer: deletedSchema });
/** Back from the trash. */
export const restoreApplication = endpoint({
  method: 'POST',
  path: '/applications/:id/restore',
  access: 'editor',
  envelope: 'data',
  answer: applicationSchema,
});
