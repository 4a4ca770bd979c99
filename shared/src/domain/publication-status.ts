import * as v from 'valibot';

/** Where a post or an event is between draft and archive; `published` alone is public (DATA-07). */
export const PUBLICATION_STATUSES = ['draft', 'scheduled', 'published', 'archived'] as const;
export const publicationStatusSchema = v.picklist(PUBLICATION_STATUSES);
export type PublicationStatus = v.InferOutput<typeof publicationStatusSchema>;
