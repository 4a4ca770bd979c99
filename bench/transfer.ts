import { randomBytes } from 'node:crypto';
import { createWriteStream, openAsBlob } from 'node:fs';
import { link, mkdir, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { startPostgres } from '@site/scripts/postgres';
import type { RunningServer } from '@site/scripts/servers';
import sharp from 'sharp';
import { type Connection, connectLibsql, connectPostgres, type Engine, fill } from './large-site.ts';
import { createReport, readPeakMiB, signIn, startMeasuredProvider } from './measuring.ts';

const FOLDER = path.resolve(import.meta.dirname, '../.cache/bench-transfer');
const IMAGE_COUNT = Number(process.env.BENCH_IMAGES ?? 2000);
const SMALL_IMAGE_COUNT = Math.round(IMAGE_COUNT / 5);
const POST_COUNT = 500;
const PHOTO = { width: 1600, height: 1200 } as const;
/** Maximum growth of peak memory when there are five times as many images. It is less than a fifth of the added file size. */
const GROWTH_LIMIT_MIB = 60;
const PEAK_LIMIT_MIB = 450;

/** Creates a grainy image that compresses to about the size of a photo. */
const createPhoto = (): Promise<Buffer> =>
  sharp({ create: { ...PHOTO, channels: 3, background: '#7a8b5c', noise: { type: 'gaussian', mean: 128, sigma: 14 } } })
    .jpeg({ quality: 80 })
    .toBuffer();

export interface Site {
  readonly folder: string;
  readonly databaseUrl: string;
  /** `off` for the target site, because samples would conflict with the import. The source site's content uses a sample image. */
  readonly samples: 'on' | 'off';
}

interface PhotoMetadata {
  readonly width: number;
  readonly height: number;
  readonly bytes: number;
}

/** Creates posts, events and a gallery in which each image has its own file. `addFile` writes the file into the image's folder. */
export const createContent = async (
  connection: Connection,
  { folder }: Site,
  images: number,
  photo: PhotoMetadata,
  addFile: (imageFolder: string, id: string) => Promise<void>,
): Promise<void> => {
  await fill(connection, { posts: POST_COUNT, events: 50, images, applications: 0 });
  // Delete images that no document shows, because the target would delete them too.
  await connection.run("delete from pictures where id not like 'samples-%' and id not in (select picture_id from posts)");
  await connection.run(
    `insert into pictures (id, version, format, width, height, bytes, default_alt, is_sample, created_at)
     select id, 1, 'jpg', ${photo.width}, ${photo.height}, ${photo.bytes}, title, 0, created_at from gallery_images`,
  );
  await connection.run("update gallery_images set picture_id = id, alt = title where alt = ''; update gallery_images set picture_id = id");
  const ids = await connection.readFirstValue(`select ${connection.joinedIdsSql} from gallery_images`);
  for (const id of ids.split(',')) {
    const imageFolder = path.join(folder, 'uploads', id);
    await mkdir(imageFolder, { recursive: true });
    await addFile(imageFolder, id);
  }
};

export const exportTo = async ({ url }: RunningServer, file: string): Promise<number> => {
  const token = await signIn(url);
  const began = performance.now();
  const created = await fetch(`${url}/api/transfer/export`, { method: 'POST', headers: { authorization: `Bearer ${token}` } });
  const { data }: { data: { path: string } } = await created.json();
  const response = await fetch(`${url}${data.path}`);
  if (response.body === null) throw new Error('The export is empty.');
  await pipeline(response.body, createWriteStream(file));
  return (performance.now() - began) / 1000;
};

export const importFrom = async (
  { url }: RunningServer,
  file: string,
  run: 'check' | 'apply',
): Promise<{ readonly counts: string; readonly seconds: number }> => {
  const token = await signIn(url);
  const body = new FormData();
  body.set('file', await openAsBlob(file), 'content.zip');
  const began = performance.now();
  const response = await fetch(`${url}/api/transfer/import?run=${run}&status=kept`, { method: 'POST', headers: { authorization: `Bearer ${token}` }, body });
  const { data }: { data: readonly { readonly outcome: string }[] } = await response.json();
  const counts = new Map<string, number>();
  for (const { outcome } of data) counts.set(outcome, (counts.get(outcome) ?? 0) + 1);
  return { counts: [...counts].map(([outcome, count]) => `${count} ${outcome}`).join(', '), seconds: (performance.now() - began) / 1000 };
};

type Report = ReturnType<typeof createReport>['report'];

interface PeakMemory {
  readonly exporting: number;
  readonly importing: number;
}

/** Runs each step in a separate process, so that every memory peak can be attributed to a step. */
const measureSize = async (engine: Engine, [source, target]: readonly [Site, Site], images: number, photo: Buffer, report: Report): Promise<PeakMemory> => {
  const secrets = engine === 'libsql' ? {} : { JWT_SECRET: randomBytes(24).toString('hex') };
  const measureStep = async <T>(
    { folder, databaseUrl, samples }: Site,
    step: (provider: RunningServer) => Promise<T>,
  ): Promise<{ result: T; peakMiB: number }> => {
    const provider = await startMeasuredProvider(folder, { DATABASE_URL: databaseUrl, SAMPLES: samples, ...secrets });
    try {
      const result = await step(provider);
      return { result, peakMiB: readPeakMiB(provider.pid) };
    } finally {
      await provider.stop();
    }
  };
  for (const { folder } of [source, target]) await mkdir(folder, { recursive: true });
  await measureStep(source, async () => undefined);
  const photoFile = path.join(source.folder, 'photo.jpg');
  await writeFile(photoFile, photo);
  const connection = engine === 'libsql' ? connectLibsql(source.folder) : await connectPostgres(source.databaseUrl);
  await createContent(connection, source, images, { ...PHOTO, bytes: photo.length }, (folder) => link(photoFile, path.join(folder, 'v1.jpg')));
  await connection.close();
  const file = path.join(FOLDER, `${engine}-${images}.zip`);
  const exportResult = await measureStep(source, (provider) => exportTo(provider, file));
  const megabytes = Math.round((await stat(file)).size / 1_000_000);
  const name = `${engine}: ${images} images, ${POST_COUNT} posts, ${megabytes} MB`;
  report(
    `${name}, export`,
    `${exportResult.result.toFixed(1)} s, at most ${Math.round(exportResult.peakMiB)} MiB (limit ${PEAK_LIMIT_MIB})`,
    exportResult.peakMiB <= PEAK_LIMIT_MIB,
  );
  let importing = 0;
  for (const run of ['check', 'apply', 'apply'] as const) {
    const { result, peakMiB } = await measureStep(target, (provider) => importFrom(provider, file, run));
    importing = Math.max(importing, peakMiB);
    report(
      `${name}, ${run === 'check' ? 'check' : 'import'} (${result.counts})`,
      `${result.seconds.toFixed(1)} s, at most ${Math.round(peakMiB)} MiB (limit ${PEAK_LIMIT_MIB})`,
      peakMiB <= PEAK_LIMIT_MIB && !/conflict|error/.test(result.counts),
    );
  }
  await rm(file);
  return { exporting: exportResult.peakMiB, importing };
};

const measureEngine = async (engine: Engine, toSite: (name: string, samples: Site['samples']) => Site, photo: Buffer, report: Report): Promise<void> => {
  const peaksWithFewImages = await measureSize(engine, [toSite('few', 'on'), toSite('few_target', 'off')], SMALL_IMAGE_COUNT, photo, report);
  const peaksWithManyImages = await measureSize(engine, [toSite('many', 'on'), toSite('many_target', 'off')], IMAGE_COUNT, photo, report);
  for (const step of ['exporting', 'importing'] as const)
    report(
      `${engine}: ${step} ${IMAGE_COUNT} images instead of ${SMALL_IMAGE_COUNT}`,
      `${Math.round(peaksWithManyImages[step] - peaksWithFewImages[step])} MiB more (limit ${GROWTH_LIMIT_MIB})`,
      peaksWithManyImages[step] - peaksWithFewImages[step] <= GROWTH_LIMIT_MIB,
    );
};

/** Exports and imports the content as one ZIP. Measures the time and checks that memory does not grow with the number of images. */
export const measure = async (): Promise<boolean> => {
  const { report, allHeld } = createReport();
  await rm(FOLDER, { recursive: true, force: true });
  const photo = await createPhoto();
  await measureEngine('libsql', (name, samples) => ({ folder: path.join(FOLDER, name), databaseUrl: '', samples }), photo, report);
  const postgres = await startPostgres({ isFast: true });
  try {
    if (postgres === undefined) report('postgres', 'is not installed', false);
    else {
      for (const name of ['few', 'few_target', 'many', 'many_target']) postgres.run(`create database ${name}`);
      const toSite = (name: string, samples: Site['samples']): Site => ({
        folder: path.join(FOLDER, `${name}-postgres`),
        databaseUrl: Object.assign(new URL(postgres.url), { pathname: `/${name}` }).href,
        samples,
      });
      await measureEngine('postgres', toSite, photo, report);
    }
  } finally {
    await postgres?.remove();
    await rm(FOLDER, { recursive: true, force: true });
  }
  return allHeld();
};
