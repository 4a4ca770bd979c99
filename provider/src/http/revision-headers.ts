import type { RevisionState } from '../database/revision.ts';

/** The revision of a response, the last one that visitors can see, and the last one that may have withdrawn content. */
export const toRevisionHeaders = ({ number, visible, withdrawal }: RevisionState) => ({
  'x-content-revision': String(number),
  'x-public-revision': String(visible),
  'x-withdrawal-revision': String(withdrawal),
});
