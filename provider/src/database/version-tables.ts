import type { Version } from '@site/shared/contracts/version';
import type { PublicationStatus } from '@site/shared/domain/publication-status';
import type { Generated } from 'kysely';

/** What a document was after a save. */
interface VersionTable {
  id: string;
  kind: Version['kind'];
  document_id: string;
  /** Of this document, from 1. */
  number: number;
  /** The document's timestamp with it: a state that another release has stored has none here. */
  document_updated_at: string;
  saved_at: string;
  /** The id of the account, or '' where it is not known. */
  saved_by: string;
  act: Version['act'];
  status: PublicationStatus;
  /** JSON array of the names of fields that differ from the version before. */
  changed: string;
  /** JSON object of the form's fields; null: erased, because it named a person who asked for that. */
  fields: Generated<string | null>;
  picture_id: Generated<string | null>;
}

/** The images of a version, those in its text too. */
interface VersionImageTable {
  picture_id: string;
  version_id: string;
}

/** What somebody has changed of a document and not saved yet. */
interface DocumentDraftTable {
  kind: Version['kind'];
  document_id: string;
  user_id: string;
  /** The document's timestamp when the work began. */
  base: string;
  /** JSON object of the changed fields, as the editor holds them. */
  fields: string;
  saved_at: string;
}

export interface VersionTables {
  versions: VersionTable;
  version_images: VersionImageTable;
  document_drafts: DocumentDraftTable;
}
