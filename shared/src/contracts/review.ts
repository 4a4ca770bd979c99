import * as v from 'valibot';
import { VERSION_KINDS, type VersionKind } from '../domain/kinds.ts';
import { endpoint } from './endpoint.ts';
import { eventSchema } from './event.ts';
import { postSchema } from './post.ts';
import { programSchema } from './program.ts';

/** `none`: nobody has asked, or it has been published since. */
const REVIEW_STATES = ['none', 'requested', 'approved', 'returned'] as const;

const reviewCommentSchema = v.object({
  _id: v.string(),
  text: v.string(),
  author: v.string(),
  authorId: v.string(),
  /** ISO 8601, UTC. */
  createdAt: v.string(),
});
export type ReviewComment = v.InferOutput<typeof reviewCommentSchema>;

/** A link for readers outside of the staff. Its address is in no other response than that which creates it. */
const reviewLinkSchema = v.object({ _id: v.string(), createdBy: v.string(), createdAt: v.string(), expiresAt: v.string() });
export type ReviewLink = v.InferOutput<typeof reviewLinkSchema>;

const reviewSchema = v.object({
  state: v.picklist(REVIEW_STATES),
  /** Who has asked, approved or sent back, and when; '' with `none`. */
  by: v.string(),
  at: v.string(),
  /** Whether the document has been saved since. */
  isChanged: v.boolean(),
  /** The oldest first. */
  comments: v.array(reviewCommentSchema),
  /** Those that have not expired. */
  links: v.array(reviewLinkSchema),
});
export type Review = v.InferOutput<typeof reviewSchema>;

/** Of a document outside the trash. Contributors see those of all documents, as they see the documents. */
export const getReview = endpoint({ method: 'GET', path: '/reviews/:kind/:id', access: 'staff', envelope: 'data', response: reviewSchema });

const commentText = v.pipe(v.string(), v.trim(), v.maxLength(2000, 'Use 2000 characters or fewer'));

/**
 * `request`: whoever may write the document asks for a review; `withdraw` takes that back. `approve` and `return`: editors answer. 409 for a document that is public or
 * going to be.
 */
export const decideReview = endpoint({
  method: 'POST',
  path: '/reviews/:kind/:id',
  access: 'staff',
  envelope: 'data',
  body: v.object({
    act: v.picklist(['request', 'withdraw', 'approve', 'return'], 'must be request, withdraw, approve or return'),
    comment: v.optional(commentText, ''),
  }),
  response: reviewSchema,
});

export const addReviewComment = endpoint({
  method: 'POST',
  path: '/reviews/:kind/:id/comments',
  access: 'staff',
  envelope: 'data',
  body: v.object({ text: v.pipe(commentText, v.nonEmpty('Write something')) }),
  response: reviewSchema,
});

/** One's own; administrators delete those of others too. */
export const deleteReviewComment = endpoint({
  method: 'DELETE',
  path: '/reviews/:kind/:id/comments/:commentId',
  access: 'staff',
  envelope: 'data',
  response: reviewSchema,
});

export const REVIEW_LINK_DAYS = [1, 7, 30] as const;

/** For staff who may write the document: `path`, below the site's address, shows the saved draft to anyone until it expires. */
export const createReviewLink = endpoint({
  method: 'POST',
  path: '/reviews/:kind/:id/links',
  access: 'staff',
  envelope: 'data',
  body: v.object({ days: v.picklist(REVIEW_LINK_DAYS, `must be one of ${REVIEW_LINK_DAYS.join(', ')}`) }),
  response: v.object({ path: v.string(), review: reviewSchema }),
  status: 201,
});

/** At once, for everybody who has it. */
export const revokeReviewLink = endpoint({
  method: 'DELETE',
  path: '/reviews/:kind/:id/links/:linkId',
  access: 'staff',
  envelope: 'data',
  response: reviewSchema,
});

/**
 * For any member of staff: `path`, below the address of previews, shows the document as it is saved, for a quarter of an hour; with the id `new` there is none. `draft` is the SHA-256, in hexadecimal digits, of
 * unsaved fields that the page may show in their place: the address carries them behind `#`, where no server reads them.
 */
export const createPreviewLink = endpoint({
  method: 'POST',
  path: '/previews/:kind/:id',
  access: 'staff',
  envelope: 'data',
  body: v.object({ draft: v.optional(v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/, 'must be a SHA-256'))) }),
  response: v.object({ path: v.string() }),
  status: 201,
});

/** Each kind by its name; null for the others. An earlier provider does not name the kinds that came after it. */
const reviewedDocuments = {
  post: v.nullish(postSchema, null),
  event: v.nullish(eventSchema, null),
  program: v.nullish(programSchema, null),
} satisfies Readonly<Record<VersionKind, v.GenericSchema>>;

/** What a link shows: the document as it is saved now, and with a preview the hash of its unsaved fields. Images have addresses that are valid for an hour. 404 for a link that is invented, expired or revoked. */
export const getReviewedDocument = endpoint({
  method: 'GET',
  path: '/review-links/:token',
  access: 'public',
  envelope: 'data',
  response: v.object({ kind: v.picklist(VERSION_KINDS), ...reviewedDocuments, draft: v.nullish(v.string(), null), expiresAt: v.string() }),
});
