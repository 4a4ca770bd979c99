import type { RevisionState } from '../database/revision.ts';

/** The revision of a response, and the last one that may have withdrawn content. */
export const toRevisionHeaders = ({ number, withdrawal }: RevisionState) => ({
  'x-content-revision': String(number),
  'x-withdrawal-revision': String(withdrawal),
});
