import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { S3Settings } from '@site/releases/s3-settings';
import { findFreePort } from '@site/scripts/free-port';
import { AwsClient } from 'aws4fetch';
import { pause } from './measuring.ts';

const KEYS = { accessKeyId: 'RELEASES', secretAccessKey: 'a-secret-of-this-measurement' };
const BUCKET = 'releases';
const START_LIMIT_MS = 60_000;
const execute = promisify(execFile);

/** Programs that `startCeph` needs. The Debian packages have the same names. */
export const CEPH_PACKAGES = ['ceph-mon', 'ceph-osd', 'radosgw', 'ceph-common'];

export const hasCeph = async (): Promise<boolean> =>
  execute('radosgw', ['--version']).then(
    () => true,
    () => false,
  );

/** Configures a cluster with one monitor and one in-memory OSD. It has no authentication and listens only on localhost. */
const writeConfig = (folder: string, id: string, monitors: string): string => {
  const file = join(folder, 'ceph.conf');
  const lines = [
    '[global]',
    `fsid = ${id}`,
    `mon host = ${monitors}`,
    ...['cluster', 'service', 'client'].map((side) => `auth ${side} required = none`),
    'osd pool default size = 1',
    'osd pool default min size = 1',
    'osd pool default pg num = 4',
    'osd pool default pg autoscale mode = off',
    'osd crush chooseleaf type = 0',
    'mon allow pool size one = true',
    'mon max pg per osd = 1000',
    'osd objectstore = memstore',
    'memstore device bytes = 1073741824',
    `mon data = ${folder}/mon`,
    `osd data = ${folder}/osd`,
    `run dir = ${folder}/run`,
    `admin socket = ${folder}/run/$name.asok`,
    `crash dir = ${folder}/run`,
    'log file =',
    'mon cluster log to file = false',
  ];
  writeFileSync(file, `${lines.join('\n')}\n`);
  return file;
};

export interface CephStore {
  readonly settings: S3Settings;
  stopGateway(): Promise<void>;
  startGateway(): Promise<void>;
  stop(): Promise<void>;
}

/** Starts Ceph with its S3 gateway and one empty bucket in an empty folder. Throws if a program fails. */
export const startCeph = async (folder: string): Promise<CephStore> => {
  for (const name of ['mon', 'osd', 'run']) mkdirSync(join(folder, name), { recursive: true });
  const [monitorPort, oldMonitorPort, port] = [await findFreePort(), await findFreePort(), await findFreePort()];
  const id = randomUUID();
  const monitors = `[v2:127.0.0.1:${monitorPort},v1:127.0.0.1:${oldMonitorPort}]`;
  const config = writeConfig(folder, id, monitors);
  const running = new Set<ChildProcess>();

  const run = (program: string, ...args: string[]) => execute(program, ['-c', config, ...args], { timeout: START_LIMIT_MS });
  const start = (program: string, ...args: string[]): ChildProcess => {
    const child = spawn(program, ['-c', config, ...args, '-f'], { stdio: 'ignore' });
    running.add(child);
    return child;
  };
  const end = async (child: ChildProcess): Promise<void> => {
    running.delete(child);
    if (child.exitCode !== null || !child.kill('SIGKILL')) return;
    await once(child, 'exit');
  };

  const endpoint = `http://127.0.0.1:${port}`;
  let gateway: ChildProcess | undefined;
  const startGateway = async (): Promise<void> => {
    // Disable encryption, because it needs a key, which does not exist without authentication.
    const unencryptedOptions = ['--auth-client-required=none', '--ms-mon-client-mode=crc'];
    gateway = start('radosgw', '-n', 'client.admin', ...unencryptedOptions, '--rgw-frontends', `beast endpoint=127.0.0.1:${port}`);
    for (let waitedMs = 0; waitedMs < START_LIMIT_MS; waitedMs += 100) {
      if ((await fetch(endpoint).catch(() => undefined)) !== undefined) return;
      await pause(100);
    }
    throw new Error('The S3 gateway of Ceph did not start.');
  };
  const stop = async (): Promise<void> => {
    await Promise.all([...running].map(end));
  };

  try {
    const monitorMap = join(folder, 'monmap');
    await execute('monmaptool', ['--create', '--fsid', id, '--addv', 'a', monitors, monitorMap]);
    await run('ceph-mon', '--mkfs', '-i', 'a', '--monmap', monitorMap);
    start('ceph-mon', '-i', 'a');
    const osdId = randomUUID();
    await run('ceph', 'osd', 'new', osdId);
    await run('ceph-osd', '-i', '0', '--mkfs', '--osd-uuid', osdId);
    start('ceph-osd', '-i', '0');
    await run(
      'radosgw-admin',
      'user',
      'create',
      '--uid=site',
      '--display-name=site',
      `--access-key=${KEYS.accessKeyId}`,
      `--secret-key=${KEYS.secretAccessKey}`,
    );
    await startGateway();
    const created = await new AwsClient({ ...KEYS, region: 'us-east-1', service: 's3' }).fetch(`${endpoint}/${BUCKET}`, { method: 'PUT' });
    if (!created.ok) throw new Error(`The bucket was not created: ${created.status} ${await created.text()}`);
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    settings: { endpoint, bucket: BUCKET, region: 'us-east-1', ...KEYS },
    stopGateway: async () => {
      if (gateway !== undefined) await end(gateway);
    },
    startGateway,
    stop,
  };
};
