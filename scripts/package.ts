/**
 * `npm run package`: writes the host and the provider to `dist/packages`, as they are installed on a server. Each is a folder and a tarball with everything
 * that it needs to run, without development packages. The same sources, packages and Node version produce the same bytes. Exits with status 1 if a package is
 * larger than its limit.
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
