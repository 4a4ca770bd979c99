// Replaces the Node environment of test files in Stryker's copy of the repository with one that records which mutants a test reaches.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

for (const file of readdirSync('.', { recursive: true, encoding: 'utf8' })) {
  if (!/(^|\/)src\/.*\.test\.tsx?$/.test(file) || file.includes('node_modules')) continue;
  const path = join('.', file);
  const text = readFileSync(path, 'utf8');
  const changed = text.replace('@jest-environment node', '@jest-environment @stryker-mutator/jest-runner/jest-env/node');
  if (changed !== text) writeFileSync(path, changed);
}
