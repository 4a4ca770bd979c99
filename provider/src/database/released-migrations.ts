import type { Migration } from 'kysely';
import { eventWords } from './migrations/033-event-words.ts';
import { schoolVisits } from './migrations/034-school-visits.ts';
import { publicRevision } from './migrations/035-public-revision.ts';
import { applicationDecisions } from './migrations/036-application-decisions.ts';
import { imageOrigins } from './migrations/037-image-origins.ts';
import { auditSessions } from './migrations/038-audit-sessions.ts';
import { galleryStatus } from './migrations/039-gallery-status.ts';
import { searchIndex } from './migrations/040-search-index.ts';
import { VERSION_1 } from './version-1/version-1.ts';

/**
 * A released migration. A migration added after version 1.0.0 declares both properties, which the database stores for releases that do not contain this
 * migration.
 */
export interface ReleasedMigration extends Migration {
  /**
   * The oldest migration that a release must contain to use the database after this migration. If this migration only adds tables, indexes or columns with a
   * default, that is the preceding migration. If this migration removes or renames something, that is the first migration whose release no longer uses what is
   * removed.
   */
  readonly compatibleSince?: string;
  /** SQL statements that undo the migration, for a rollback to an incompatible release. They are listed by engine if they differ. */
  readonly undo?: readonly string[] | { readonly embedded: readonly string[]; readonly postgres: readonly string[] };
}

/**
 * Migrations after version 1.0.0, in the order in which they run. Never change a migration that has run anywhere but on your own machine:
 * `migrations.test.ts` compares each file with its hash.
 * A new column needs a new migration, listed here, and a line in its table in `schema/`: `Generated<…>`, so that rows can be inserted without the column.
 * `npm run new -- migration <name>` writes the migration and its entry and updates the hash.
 * Then run `npm run database-fixtures -w scripts` to write the databases that `upgrades.test.ts` upgrades.
 */
export const HASHED_MIGRATIONS: Readonly<Record<string, { readonly migration: ReleasedMigration; readonly sha256: string }>> = {
  '033-event-words': { migration: eventWords, sha256: '5c37fcf37769ef27d8e82ea988bcb08f369a03ba7b96adb62630697445b334bf' },
  '034-school-visits': { migration: schoolVisits, sha256: '51a5e6b0facd6433216322a7bfee838edf7e561a166f16abc6400dbdd0963fed' },
  '035-public-revision': { migration: publicRevision, sha256: '1071d7130e01871d0723b338ceb6ab7905f91b17b4aabdca02532d9bbd3265a1' },
  '036-application-decisions': { migration: applicationDecisions, sha256: 'bf4c7c5320f9bac957849be0c7357f8dd8b054b1f967fcd1b71db957b7637be1' },
  '037-image-origins': { migration: imageOrigins, sha256: '794ea5baf9bf81da937c1547e53244356b08c202814ac3edc0802991cbbd1a9a' },
  '038-audit-sessions': { migration: auditSessions, sha256: '53356a26f5a962c9e6bafb96ec1486bb2fd6846825aff0c32a911c139a8b1d36' },
  '039-gallery-status': { migration: galleryStatus, sha256: '72ae2844844754eaecf5a05e314f0727f9ddf70d2190160030cf37962201f9d8' },
  '040-search-index': { migration: searchIndex, sha256: '74b5554f1ef2b0ccd9b1157a64f601466be2749afad19c66c35f3eb553637b34' },
};

export const MIGRATIONS: Readonly<Record<string, ReleasedMigration>> = {
  ...VERSION_1,
  ...Object.fromEntries(Object.entries(HASHED_MIGRATIONS).map(([name, { migration }]) => [name, migration])),
};
