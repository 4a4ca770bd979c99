import * as v from 'valibot';

/** Status of a document; only `published` is public (DATA-07). */
export const PUBLICATION_STATUSES = ['draft', 'scheduled', 'published', 'archived'] as const;
export const publicationStatusSchema = v.picklist(PUBLICATION_STATUSES);
export type PublicationStatus = v.InferOutput<typeof publicationStatusSchema>;
