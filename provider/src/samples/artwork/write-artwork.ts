import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { drawArtwork } from './artwork.ts';
import { SITE_IMAGES } from './site-images-content.ts';

const folder = process.argv[2];
if (folder === undefined) {
  process.stderr.write('Name the folder to write to: npm run artwork -w provider -- <folder>\n');
  process.exit(1);
}
await mkdir(folder, { recursive: true });
for (const [name, artwork] of Object.entries(SITE_IMAGES)) await writeFile(path.join(folder, `${name}.svg`), `${drawArtwork(artwork)}\n`);
process.stdout.write(`${Object.keys(SITE_IMAGES).length} images written to ${folder}\n`);
