import { getLibraryImage } from '@site/shared/contracts/media';
import { deletePresence, putPresence } from '@site/shared/contracts/presence';
import { getReview, type Review } from '@site/shared/contracts/review';
import { deleteDocumentDraft, getDocumentDraft, putDocumentDraft } from '@site/shared/contracts/version';
import { listTopics } from '@site/shared/contracts/writing';
import { apiError, type StubResponse } from '@site/shared/testing/host-services-stub';

export const NO_REVIEW: Review = { state: 'none', by: '', at: '', isChanged: false, comments: [], links: [] };

/** Default responses for an editor: no draft from another device, no other users, no review, and no categories or tags in use. */
export const EDITOR_RESPONSES: readonly StubResponse[] = [
  [getDocumentDraft, null],
  [putDocumentDraft, null],
  [deleteDocumentDraft, { _id: 'e1' }],
  [getReview, NO_REVIEW],
  [listTopics, { categories: [], tags: [] }],
  [putPresence, { others: [], holder: null }],
  [deletePresence, { _id: 'tab' }],
  [getLibraryImage, apiError('not-found')],
];
