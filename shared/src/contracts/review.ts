import * as v from 'valibot';
import { VERSION_KINDS, type VersionKind } from '../domain/kinds.ts';
import { maxCharacters } from '../domain/text-length.ts';
import { endpoint } from './endpoint.ts';
import { eventSchema } from './event.ts';
import { postSchema } from './post.ts';
import { programSchema } from './program.ts';

/** States of a review. `none`: no review was requested, or the document was published afterwards. */
const REVIEW_STATES = ['none', 'requested', 'approved', 'returned'] as const;

const reviewCommentSchema = v.object({
  _id: v.string(),
  text: v.string(),
  author: v.string(),
  authorId: v.string(),
  /** ISO 8601 in UTC. */
  createdAt: v.string(),
});
export type ReviewComment = v.InferOutput<typeof reviewCommentSchema>;

/** Link for reviewers who are not staff. Only the response that creates the link contains its URL. */
const reviewLinkSchema = v.object({ _id: v.string(), createdBy: v.string(), createdAt: v.string(), expiresAt: v.string() });
export type ReviewLink = v.InferOutput<typeof reviewLinkSchema>;

const reviewSchema = v.object({
  state: v.picklist(REVIEW_STATES),
  /** The user who requested, approved or returned the document, and the time; both are '' with `none`. */
  by: v.string(),
  at: v.string(),
  /** Whether the document has been saved since the time in `at`. */
  isChanged: v.boolean(),
  /** Oldest first. */
  comments: v.array(reviewCommentSchema),
  /** Review links that have not expired. */
  links: v.array(reviewLinkSchema),
});
export type Review = v.InferOutput<typeof reviewSchema>;

/** Returns the review of a document that is not in the trash. Contributors may read the reviews of all documents, just as they may read the documents. */
export const getReview = endpoint({ method: 'GET', path: '/reviews/:kind/:id', access: 'staff', envelope: 'data', response: reviewSchema });

const commentText = v.pipe(v.string(), v.trim(), maxCharacters(2000, 'Use 2000 characters or fewer'));

/**
 * Changes the state of a review. `request`: a user who may write the document asks for a review; `withdraw` cancels the request. `approve` and `return` are for
 * editors. 409 for a document that is published or scheduled.
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

/** Deletes one of the caller's comments; administrators may delete any comment. */
export const deleteReviewComment = endpoint({
  method: 'DELETE',
  path: '/reviews/:kind/:id/comments/:commentId',
  access: 'staff',
  envelope: 'data',
  response: reviewSchema,
});

export const REVIEW_LINK_DAYS = [1, 7, 30] as const;

/** Creates a review link, for staff who may write the document. `path`, below the site's URL, shows the saved draft to anyone until the link expires. */
export const createReviewLink = endpoint({
  method: 'POST',
  path: '/reviews/:kind/:id/links',
  access: 'staff',
  envelope: 'data',
  body: v.object({ days: v.picklist(REVIEW_LINK_DAYS, `must be one of ${REVIEW_LINK_DAYS.join(', ')}`) }),
  response: v.object({ path: v.string(), review: reviewSchema }),
  status: 201,
});

/** Revokes a link immediately, for everyone who has it. */
export const revokeReviewLink = endpoint({
  method: 'DELETE',
  path: '/reviews/:kind/:id/links/:linkId',
  access: 'staff',
  envelope: 'data',
  response: reviewSchema,
});

/**
 * Creates a preview link, for any member of staff. `path`, below the preview URL, shows the saved document for 15 minutes; with the id `new` there is no saved
 * document. `draft` is the hexadecimal SHA-256 of unsaved fields that the page may show instead; the URL carries them after `#`, so that no server reads them.
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

/** Contains the document under the name of its kind; the fields of the other kinds are null. Earlier providers omit kinds that were added later. */
const reviewedDocuments = {
  post: v.nullish(postSchema, null),
  event: v.nullish(eventSchema, null),
  program: v.nullish(programSchema, null),
} satisfies Readonly<Record<VersionKind, v.GenericSchema>>;

/**
 * Returns the document of a review or preview link as currently saved; for a preview, also the hash of its unsaved fields. URLs of images are valid for an
 * hour. 404 if the link does not exist, has expired or was revoked.
 */
export const getReviewedDocument = endpoint({
  method: 'GET',
  path: '/review-links/:token',
  access: 'public',
  envelope: 'data',
  response: v.object({ kind: v.picklist(VERSION_KINDS), ...reviewedDocuments, draft: v.nullish(v.string(), null), expiresAt: v.string() }),
});
