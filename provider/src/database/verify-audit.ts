import * as v from 'valibot';
import { createRangeTest, hashDetails, hashEntry, isSameHash, sealHead } from '../domain/audit-chain.ts';
import { ERASED_DETAILS } from './audit-log.ts';
import type { Database } from './schema/tables.ts';

const BATCH_SIZE = 1000;
const PROBLEM_LIMIT = 20;

/** Last entry of a chain. It is saved so that it can later prove that the database has not been replaced by an older copy. */
export interface AuditAnchor {
  readonly number: number;
  readonly hash: string;
}

const factsSchema = v.pipe(v.string(), v.parseJson(), v.object({ erased: v.string() }));

/** Returns the erased numbers, or '' if the facts have been tampered with, in which case their hash will reveal the change. */
const readErasedNumbers = (facts: string): string => {
  const parsed = v.safeParse(factsSchema, facts);
  return parsed.success ? parsed.output.erased : '';
};

/** Reads the whole log and recalculates every hash. Finds every changed, removed or inserted row in its three tables. Describes at most 20 problems. */
export const verifyAudit = async (db: Database, key: string, anchor?: AuditAnchor) => {
  const problems: string[] = [];
  const report = (problem: string): void => {
    if (problems.length < PROBLEM_LIMIT) problems.push(problem);
  };
  const entriesWithoutDetails: number[] = [];
  const entriesWithDetails: number[] = [];
  const erasures: string[] = [];
  let last: AuditAnchor = { number: 0, hash: '' };
  let isAnchorFound = anchor === undefined;

  for (;;) {
    const rows = await db
      .selectFrom('audit_entries')
      .leftJoin('audit_details', 'audit_details.number', 'audit_entries.number')
      .selectAll('audit_entries')
      .select(['salt', 'details', 'search_text'])
      .where('audit_entries.number', '>', last.number)
      .orderBy('audit_entries.number')
      .limit(BATCH_SIZE)
      .execute();
    for (const row of rows) {
      const { number, hash, salt, details, search_text: searchText } = row;
      if (number !== last.number + 1)
        report(number === last.number + 2 ? `Entry ${number - 1} is missing.` : `Entries ${last.number + 1} to ${number - 1} are missing.`);
      else if (!isSameHash(row.previous_hash, last.hash)) report(`Entry ${number} does not follow entry ${last.number}.`);
      if (!isSameHash(hash, hashEntry(key, row))) report(`Entry ${number} was changed or inserted.`);
      if (salt === null || details === null || searchText === null) entriesWithoutDetails.push(number);
      else {
        entriesWithDetails.push(number);
        if (!isSameHash(row.details_hash, hashDetails(salt, details, searchText))) report(`The personal values of entry ${number} were changed.`);
      }
      if (row.action === ERASED_DETAILS) erasures.push(readErasedNumbers(row.facts));
      if (anchor?.number === number && isSameHash(anchor.hash, hash)) isAnchorFound = true;
      last = { number, hash };
    }
    if (rows.length < BATCH_SIZE) break;
  }

  const isErased = createRangeTest(erasures);
  for (const number of entriesWithoutDetails) if (!isErased(number)) report(`The personal values of entry ${number} were removed.`);
  for (const number of entriesWithDetails) if (isErased(number)) report(`The personal values of entry ${number} were erased, and are there again.`);
  const extraDetails = await db
    .selectFrom('audit_details')
    .leftJoin('audit_entries', 'audit_entries.number', 'audit_details.number')
    .select('audit_details.number')
    .where('audit_entries.number', 'is', null)
    .execute();
  for (const { number } of extraDetails) report(`Personal values were inserted as number ${number}.`);
  const heads = await db.selectFrom('audit_head').selectAll().execute();
  const [head] = heads;
  if (head === undefined || heads.length !== 1) report('The end of the log was removed or inserted.');
  else if (head.number !== last.number || !isSameHash(head.hash, last.hash) || !isSameHash(head.seal, sealHead(key, last.number, last.hash)))
    report(`The log ends with entry ${last.number}, which is not the last one that was written.`);
  if (!isAnchorFound) report(`Entry ${anchor?.number} is not the one whose hash was given: the log was replaced by another one.`);
  return { entries: last.number, erased: entriesWithoutDetails.length, head: last, problems };
};
