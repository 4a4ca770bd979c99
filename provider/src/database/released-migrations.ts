import type { Migration } from 'kysely';
import { firstTables } from './migrations/001-first-tables.ts';
import { trashAndOrder } from './migrations/002-trash-and-order.ts';
import { listsInPages } from './migrations/003-lists-in-pages.ts';
import { staffLists } from './migrations/004-staff-lists.ts';
import { imageIntegrity } from './migrations/005-image-integrity.ts';
import { accounts } from './migrations/006-accounts.ts';
import { auditLog } from './migrations/007-audit.ts';
import { privacy } from './migrations/008-privacy.ts';
import { erasures } from './migrations/009-erasures.ts';
import { leases } from './migrations/010-leases.ts';
import { derivedColumns } from './migrations/011-derived-columns.ts';
import { searchDocuments } from './migrations/012-search-documents.ts';
import { withdrawals } from './migrations/013-withdrawals.ts';
import { publicSearch } from './migrations/014-public-search.ts';
import { searchSuffixes } from './migrations/015-search-suffixes.ts';
import { eventDetails } from './migrations/016-event-details.ts';
import { formerSlugs } from './migrations/017-former-slugs.ts';
import { indexesOfMatches } from './migrations/018-indexes-of-matches.ts';
import { versions } from './migrations/019-versions.ts';
import { imageColors } from './migrations/020-image-colors.ts';
import { applicationStages } from './migrations/021-application-stages.ts';
import { programFacts } from './migrations/022-program-facts.ts';
import { unpublishDates } from './migrations/023-unpublish-dates.ts';
import { sentOnce } from './migrations/024-sent-once.ts';
import { imageLibrary } from './migrations/025-image-library.ts';
import { reviews } from './migrations/026-reviews.ts';
import { programDrafts } from './migrations/027-program-drafts.ts';
import { eventSeries } from './migrations/028-event-series.ts';
import { externalLinks } from './migrations/029-external-links.ts';
import { libraryUploads } from './migrations/030-library-uploads.ts';
import { postsWithoutAlt } from './migrations/031-posts-without-alt.ts';
import { bodyWords } from './migrations/032-body-words.ts';
import { eventWords } from './migrations/033-event-words.ts';
import { schoolVisits } from './migrations/034-school-visits.ts';
import { publicRevision } from './migrations/035-public-revision.ts';
import { applicationDecisions } from './migrations/036-application-decisions.ts';
import { imageOrigins } from './migrations/037-image-origins.ts';
import { auditSessions } from './migrations/038-audit-sessions.ts';
import { galleryStatus } from './migrations/039-gallery-status.ts';

/** A migration that was released. Those after `009-erasures` declare both properties, which the database stores for releases that do not know the migration. */
export interface ReleasedMigration extends Migration {
  /**
   * The migration that a release must know to read and write the database afterwards. For a migration that only adds (tables, indexes, columns with a default),
   * that is the migration before it. A migration that removes or renames names the first migration whose release no longer uses what it removes.
   */
  readonly compatibleSince?: string;
  /** SQL statements that undo the migration, for a rollback to an incompatible release; by engine where they differ. */
  readonly undo?: readonly string[] | { readonly embedded: readonly string[]; readonly postgres: readonly string[] };
}

/**
 * Migrations in the order in which they run. A migration that has run anywhere but on your own machine never changes: `migrations.test.ts` compares each file
 * with its hash. A new column needs a new migration with a line here; `npm run new -- migration <name>` writes both and updates the hash. It also needs a line
 * in its table in `schema.ts` or `content-tables.ts`: `Generated<…>`, so that rows may be inserted without the column. Then run `npm run database-fixtures -w
 * scripts` to write the databases that `upgrades.test.ts` upgrades.
 */
export const HASHED_MIGRATIONS: Readonly<Record<string, { readonly migration: ReleasedMigration; readonly sha256: string }>> = {
  '001-first-tables': { migration: firstTables, sha256: '9128195945656d7d90be87230464f1f5c600f1222a49e1dc2ebbd809c67d75ee' },
  '002-trash-and-order': { migration: trashAndOrder, sha256: '063d4e85c22f184503f14c3d8acc6dcbcd64ae559ffc0c50d7711616f72134e0' },
  '003-lists-in-pages': { migration: listsInPages, sha256: '74a42c4cb59e63b5b36248fe7c4b680601a916ae05bc8a9127b1062dbb365fa1' },
  '004-staff-lists': { migration: staffLists, sha256: 'db2caf4b32339d5d049977e2f984d2e6729d304c086b57a701b98749f64207e8' },
  '005-image-integrity': { migration: imageIntegrity, sha256: '0ea5988219d9e1c9bcaf4ec8708cfb51becebcd84875f47897aae19981b57139' },
  '006-accounts': { migration: accounts, sha256: '83d2b0b0ecabceea0631e2f57e7a6ef38380f031a9865b18091f51c8d5e42ec1' },
  '007-audit': { migration: auditLog, sha256: 'cc4f4299546fc702a1e6491f8cff93c049bb0791718b80bf39de1efd975d2a49' },
  '008-privacy': { migration: privacy, sha256: 'f46318a558e1df8d9c90116f1e24fa345bbca92fa2fd80e77bf70de82642dbae' },
  '009-erasures': { migration: erasures, sha256: 'ad3f9988f241b9c9e7fe1899fe8c5e3f41771fd12c0cae57d424b3e616462c38' },
  '010-leases': { migration: leases, sha256: '1cde931d90b3b3c1965cbafeb70cb065099359112004466440d0e2ce1a407728' },
  '011-derived-columns': { migration: derivedColumns, sha256: '1d238dcf86b77f221f1b366fbe8861be940aff53a5253dfc94e9066852a7af72' },
  '012-search-documents': { migration: searchDocuments, sha256: 'c348db0aacf5b218404ec96ad46fda3d2211450c195a7a8b3f15daf78cf5a6fd' },
  '013-withdrawals': { migration: withdrawals, sha256: '7ea12bcaca60d33c1eb50512845b965c0c5bcb8a52be8e65b355c85bcdb974d4' },
  '014-public-search': { migration: publicSearch, sha256: 'abfb26cabe1bba1111131cb143ec89147ff5ce8c0d2756db368f722fd523aed5' },
  '015-search-suffixes': { migration: searchSuffixes, sha256: 'a6f5cd088e3429209f2ba0fe3d4063599d9e628fc6547238718f5a538115edfe' },
  '016-event-details': { migration: eventDetails, sha256: '896c63914e178e9c05d433fd15c534705bd870b7e7ee2b6b44e50e362a21f720' },
  '017-former-slugs': { migration: formerSlugs, sha256: '10181ca4322000a8bd1e780c70a437d5d5c919ef55152f59d3bf8bf442d2a613' },
  '018-indexes-of-matches': { migration: indexesOfMatches, sha256: '7ef8caa9dca4c75ac132ce656eb04a3ff8e94b97243755db746593f1182314eb' },
  '019-versions': { migration: versions, sha256: 'a5f6756ebd6c6f4cf7f26b6193cba2c8092f3dbff68235259e1949e61684f9b9' },
  '020-image-colors': { migration: imageColors, sha256: '87ca496812b4b99854bc46a235b6ce43f5c32c2ecc17b95cd22c9cbd7189d4f3' },
  '021-application-stages': { migration: applicationStages, sha256: '155ae6d66e7ae7513a9eed6f57b3ba97c1ef16530b31d8ca359bbc8e5b14ade3' },
  '022-program-facts': { migration: programFacts, sha256: '65d6244ebc7cca94a76570cd4f5a87d4c9e96e91312b164036da90802fb76105' },
  '023-unpublish-dates': { migration: unpublishDates, sha256: '4cd8dde7f3dd19c8e85000a734768ad7223d9c9af82b6ac0127a0e1ddfe456fa' },
  '024-sent-once': { migration: sentOnce, sha256: '0a58bce386fb6f3c99011542c5b0260a53d1c9db104b9d235592e80b813b0608' },
  '025-image-library': { migration: imageLibrary, sha256: '19d2a640111edb029eaca7a7d81fa2a32f971103805c388c0d64a4fcbe9bfeef' },
  '026-reviews': { migration: reviews, sha256: 'a2c4b8ae5bb25fe9a8895ebf049b33882ddb256790dbfc9f32d8afda99f0393a' },
  '027-program-drafts': { migration: programDrafts, sha256: '70f84c69f66f2148318bbb1d8c235a82bd0e82ce74972a63ed7693753880e064' },
  '028-event-series': { migration: eventSeries, sha256: '0f461203fa906ddbb02fd1d5974e5227321393fa63d21ba8a183f0f4b53a49a6' },
  '029-external-links': { migration: externalLinks, sha256: 'df4592510ea3356e612395b02ebc0bcdef2a4f5052be37f2975b912f89852c90' },
  '030-library-uploads': { migration: libraryUploads, sha256: 'ec1328b2706aeaa034d1033aa9587c41e417728aad8264c08ac490a402fa7025' },
  '031-posts-without-alt': { migration: postsWithoutAlt, sha256: 'dcec1ce8cdbaa95c19135916a361616bc8ed6d6dc56ef2703abcb0d284cb4be3' },
  '032-body-words': { migration: bodyWords, sha256: '291d7b69460e35f3f81fb92765e977dfa2e7d1bd659373f059e4a9d3bff3a1f7' },
  '033-event-words': { migration: eventWords, sha256: '5c37fcf37769ef27d8e82ea988bcb08f369a03ba7b96adb62630697445b334bf' },
  '034-school-visits': { migration: schoolVisits, sha256: '51a5e6b0facd6433216322a7bfee838edf7e561a166f16abc6400dbdd0963fed' },
  '035-public-revision': { migration: publicRevision, sha256: '1071d7130e01871d0723b338ceb6ab7905f91b17b4aabdca02532d9bbd3265a1' },
  '036-application-decisions': { migration: applicationDecisions, sha256: 'bf4c7c5320f9bac957849be0c7357f8dd8b054b1f967fcd1b71db957b7637be1' },
  '037-image-origins': { migration: imageOrigins, sha256: '794ea5baf9bf81da937c1547e53244356b08c202814ac3edc0802991cbbd1a9a' },
  '038-audit-sessions': { migration: auditSessions, sha256: '53356a26f5a962c9e6bafb96ec1486bb2fd6846825aff0c32a911c139a8b1d36' },
  '039-gallery-status': { migration: galleryStatus, sha256: '72ae2844844754eaecf5a05e314f0727f9ddf70d2190160030cf37962201f9d8' },
};

export const MIGRATIONS: Readonly<Record<string, ReleasedMigration>> = Object.fromEntries(
  Object.entries(HASHED_MIGRATIONS).map(([name, { migration }]) => [name, migration]),
);
