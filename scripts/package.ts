/**
 * `npm run package`: the host and the provider as they are installed on a server, in `dist/packages`: a folder and a tarball each, with what they need to run and no
 * development package. The same sources, packages and Node give the same bytes. Exit status 1 when one is larger than its limit.
 */
import { relative } from 'node:path';
import { buildParts, exitWith, printLine, root } from './parts.ts';
import { createPackages } from './server-packages.ts';

await buildParts().catch(exitWith);
for (const { name, folder, tarball, bytes, limitBytes, tarballBytes, hash } of await createPackages().catch(exitWith)) {
  const toMegabytes = (count: number): string => `${(count / 1e6).toFixed(1)} MB`;
  printLine(
    `${name}: ${relative(root, folder)} ${toMegabytes(bytes)} (limit ${toMegabytes(limitBytes)}), ${relative(root, tarball)} ${toMegabytes(tarballBytes)}`,
  );
  printLine(`  sha256 ${hash}`);
  if (bytes > limitBytes) exitWith(new Error(`The ${name} is too large.`));
}
