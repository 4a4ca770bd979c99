/**
 * `npm run new -- migration <name>`, `npm run new -- page <remote> <path>` and `npm run new -- kind <name> <plural> <remote>`: write the files of a new
 * migration, page or kind of content into the repository of the current folder. They add the lines that refer to the files, and print the remaining steps. To
 * update the hash of the newest migration, run the first command again with that migration's name. Either everything is written or nothing.
 */
import { fail } from './files.ts';
import { writeKind } from './kind.ts';
import { writeMigration } from './migration.ts';
import { writePage } from './page.ts';

const USAGE = `Usage: npm run new -- migration event-dress-code
       npm run new -- page marketing /press-kit
       npm run new -- kind story stories marketing`;

const [what, first = '', second = '', third = ''] = process.argv.slice(2);
if (what === 'migration' && /^[a-z]+(?:-[a-z\d]+)*$/.test(first)) writeMigration(first);
else if (what === 'page' && first !== '' && /^(?:\/[a-z]+(?:-[a-z\d]+)*)+$/.test(second)) writePage(first, second);
else if (what === 'kind' && /^[a-z]+$/.test(first) && /^[a-z]+$/.test(second) && third !== '') writeKind(first, second, third);
else fail(USAGE);
