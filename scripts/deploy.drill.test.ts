import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { get } from 'node:https';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { waitUntil } from '@site/shared/testing/wait-until';
import { validate } from 'dockerfile-utils';
import { generate } from 'selfsigned';
import * as v from 'valibot';
import { parse } from 'yaml';
import { findDebianProgram } from './debian-package.ts';

const deploy = resolve(__dirname, '../deploy');
const read = (file: string): string => readFileSync(join(deploy, file), 'utf8');
const readCompose = () => v.parse(composeSchema, parse(read('compose.yaml'), { merge: true }));

const folder = mkdtempSync(join(tmpdir(), 'deploy-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Names of settings from docs/settings.md, which is generated from the schemas, and names of secret files. */
const settings = [...readFileSync(resolve(deploy, '../docs/settings.md'), 'utf8').matchAll(/^\| `([A-Z_0-9]+)` \|[^|]*\| (\*secret\*)?/gm)].flatMap(
  ([, name = '', secret]) => (secret === undefined ? [name] : [name, `${name}_FILE`]),
);

const serviceSchema = v.object({
  build: v.optional(v.object({ context: v.string(), dockerfile: v.string(), target: v.string() })),
  environment: v.optional(v.record(v.string(), v.string()), {}),
  secrets: v.optional(v.array(v.string()), []),
  volumes: v.optional(v.array(v.string()), []),
  ports: v.optional(v.array(v.string()), []),
  depends_on: v.optional(v.union([v.array(v.string()), v.record(v.string(), v.unknown())]), []),
  healthcheck: v.optional(v.unknown()),
  read_only: v.optional(v.boolean(), false),
  cap_drop: v.optional(v.array(v.string()), []),
});
const composeSchema = v.object({
  services: v.record(v.string(), serviceSchema),
  volumes: v.record(v.string(), v.null()),
  secrets: v.record(v.string(), v.object({ file: v.string() })),
});
const rulesSchema = v.object({
  groups: v.array(v.object({ rules: v.array(v.object({ alert: v.string(), annotations: v.object({ runbook: v.string() }) })) })),
});
const TLS_FILES = ['tls.crt', 'tls.key'];

/** Returns `it.skip` and prints the reason if a program is missing. On CI, the test runs and fails if the program could have been installed. */
const itWith = (program: string, { isFound, isInstallable }: { readonly isFound: boolean; readonly isInstallable: boolean }) => {
  if (isFound || (isInstallable && process.env.CI !== undefined)) return it;
  process.stderr.write(`SKIPPED: the tests of deploy that need ${program}, which is missing${isInstallable ? ' and could not be installed' : ''}.\n`);
  return it.skip;
};
const nginx = findDebianProgram('/usr/sbin/nginx', 'nginx', 'for the tests of its configuration') ?? 'nginx';
// Run nginx to find out whether it works, because its libraries are in other packages and may be missing.
const itNginx = itWith('nginx', { isFound: spawnSync(nginx, ['-v']).status === 0, isInstallable: true });
const promtool = findDebianProgram('/usr/bin/promtool', 'prometheus', 'for the tests of its rules');
const itPromtool = itWith('promtool', { isFound: promtool !== undefined, isInstallable: true });
const SYSTEMD_ANALYZE = '/usr/bin/systemd-analyze';
const itSystemd = itWith('systemd-analyze', { isFound: existsSync(SYSTEMD_ANALYZE), isInstallable: false });

describe('deploy/Dockerfile', () => {
  const text = read('Dockerfile');

  it('OPS-07 passes the linter', () => {
    expect(validate(text)).toEqual([]);
  });

  it('OPS-07 runs as an unprivileged user, and starts the programs of the packages', () => {
    expect(text).toMatch(/FROM \S+ AS base\n(?:(?!FROM)[\s\S])*USER node\n/);
    for (const program of ['host', 'provider']) {
      const [stage = ''] = new RegExp(`FROM base AS ${program}\\n(?:(?!FROM)[\\s\\S])*`).exec(text) ?? [];
      expect(stage).toContain(`COPY --from=build /src/dist/packages/site-${program}/ ./\n`);
      expect(stage).toContain(`CMD ["node", "${program}/dist/server/server.cjs"]`);
      expect(stage).toContain('HEALTHCHECK');
      expect(stage).not.toContain('USER');
    }
  });
});

describe('deploy/compose.yaml', () => {
  const { services, volumes, secrets } = readCompose();
  const entries = Object.entries(services);

  it('OPS-07 has two hosts and two providers, which write only to their volumes', () => {
    const builtServices = entries.filter(([, { build }]) => build !== undefined);

    expect(builtServices.map(([name, { build }]) => [name, build?.target])).toEqual([
      ['host-1', 'host'],
      ['host-2', 'host'],
      ['provider-1', 'provider'],
      ['provider-2', 'provider'],
    ]);
    for (const [, service] of builtServices) expect(service).toMatchObject({ read_only: true, cap_drop: ['ALL'] });
    expect(entries.filter(([, { ports }]) => ports.length > 0).map(([name]) => name)).toEqual(['proxy']);
  });

  it('OPS-08 sets only variables that the programs read, and passes secrets as files', () => {
    for (const [name, { build, environment, secrets: mountedSecrets }] of entries) {
      const files = Object.entries(environment).filter(([variable]) => variable.endsWith('_FILE'));
      for (const [variable, path] of files)
        expect([name, variable, mountedSecrets]).toEqual([name, variable, expect.arrayContaining([path.replace('/run/secrets/', '')])]);
      if (build !== undefined) for (const variable of Object.keys(environment)) expect([name, settings]).toEqual([name, expect.arrayContaining([variable])]);
    }
  });

  it('OPS-07 refers only to services, volumes, secrets and files that exist, and checks the health of each service', () => {
    for (const [name, { secrets: mountedSecrets, volumes: used, depends_on, healthcheck, build }] of entries) {
      for (const secret of mountedSecrets) expect(Object.keys(secrets)).toContain(secret);
      for (const [source = ''] of used.map((volume) => volume.split(':')))
        expect([name, source, source in volumes || existsSync(join(deploy, source))]).toEqual([name, source, true]);
      for (const other of Array.isArray(depends_on) ? depends_on : Object.keys(depends_on)) expect(Object.keys(services)).toContain(other);
      // Images that are built here get their health check from the Dockerfile. The bucket service runs a single command and exits.
      expect([name, healthcheck !== undefined || build !== undefined || name === 'bucket']).toEqual([name, true]);
    }
  });

  it('OPS-07 finds the secrets that create-secrets.sh writes only once', () => {
    const target = join(folder, 'secrets');
    const run = (): string => execFileSync('sh', [join(deploy, 'create-secrets.sh'), target], { encoding: 'utf8' });
    const readAll = (): string[] => readdirSync(target).map((name) => readFileSync(join(target, name), 'utf8'));

    run();
    const first = readAll();
    run();

    expect(readAll()).toEqual(first);
    expect([...readdirSync(target), ...TLS_FILES].sort()).toEqual(Object.keys(secrets).sort());
    expect(first.every((secret) => /^[\w:/@-]{32,}$/.test(secret))).toBe(true);
  });

  const nginxTemplate = read('nginx.conf.template');

  it('OPS-07 sets every variable of the nginx configuration', () => {
    const names = [...nginxTemplate.matchAll(/\$\{([A-Z_]+)\}/g)].map(([, name = '']) => name);

    expect(Object.keys(services.proxy?.environment ?? {})).toEqual(expect.arrayContaining(names));
  });

  itNginx('OPS-07 gives nginx a valid configuration that deletes cookies too large for a request', async () => {
    const { cert, private: key } = await generate([{ name: 'commonName', value: 'site.example' }]);
    writeFileSync(join(folder, 'tls.crt'), cert);
    writeFileSync(join(folder, 'tls.key'), key);
    const values: Readonly<Record<string, string>> = {
      ...services.proxy?.environment,
      NGINX_FOLDER: folder,
      PUBLIC_LISTEN: '127.0.0.1:44443 ssl',
      PROVIDER_LISTEN: '127.0.0.1:44480',
    };
    const config = nginxTemplate
      .replace(/\$\{([A-Z_]+)\}/g, (_match, name: string) => values[name] ?? '')
      // Replace Compose's escaped `$`, and the paths and names that exist only inside the containers' network.
      .replaceAll('$$', '$')
      .replaceAll('/run/secrets', folder)
      .replace('listen 80;', 'listen 127.0.0.1:44481;')
      .replace(/server (?:host|provider)-(\d):/g, 'server 127.0.0.$1:');
    writeFileSync(join(folder, 'nginx.conf'), config);
    const { status, stderr } = spawnSync(nginx, ['-t', '-q', '-e', 'stderr', '-c', join(folder, 'nginx.conf')], { encoding: 'utf8' });
    expect([status, stderr.replace(/.*"user" directive.*\n/, '')]).toEqual([0, '']);

    const proxy = spawn(nginx, ['-e', 'stderr', '-c', join(folder, 'nginx.conf'), '-g', 'daemon off;'], { stdio: 'ignore' });
    const ask = (headers: Readonly<Record<string, string>>): Promise<readonly unknown[]> =>
      new Promise((resolve, reject) => {
        get({ host: '127.0.0.1', port: 44443, headers, rejectUnauthorized: false }, (response) => {
          let body = '';
          response.on('data', (bytes) => {
            body += String(bytes);
          });
          response.on('end', () => resolve([response.statusCode, response.headers['clear-site-data'], body]));
        }).on('error', reject);
      });
    try {
      await waitUntil(() => ask({}).then(Boolean, () => false));
      // For cookies that are smaller but still too large, the host itself returns this page.
      const [, hostsPage = ''] =
        /'(<!doctype html>.*Load the page again.*)'/.exec(readFileSync(resolve(deploy, '../host/src/server/http-server.ts'), 'utf8')) ?? [];
      expect(await ask({ cookie: 'a=b; '.repeat(8000) })).toEqual([431, '"cookies"', hostsPage]);
    } finally {
      proxy.kill();
      await once(proxy, 'exit');
    }
  });
});

describe('deploy/systemd', () => {
  const units = readdirSync(join(deploy, 'systemd'));

  it.each(units)('OPS-07 hardens %s, and sets only variables that the programs read', (unit) => {
    const text = read(`systemd/${unit}`);
    const names = [...text.matchAll(/^Environment=(.*)$/gm)].flatMap(([, list = '']) => list.split(' ').map((each) => each.split('=')[0] ?? ''));
    const credentials = [...text.matchAll(/=%d\/(\S+)/g)].map(([, name = '']) => name);

    expect([...settings, 'NODE_ENV', 'MALLOC_ARENA_MAX']).toEqual(expect.arrayContaining(names));
    for (const name of credentials) expect(text).toContain(`LoadCredential=${name}:`);
    for (const line of ['ProtectSystem=strict', 'NoNewPrivileges=yes', 'CapabilityBoundingSet=']) expect(text).toContain(`\n${line}\n`);
  });

  itSystemd.each(units)('OPS-07 systemd accepts %s', (unit) => {
    // Units with an `@` are templates, started once per port.
    const instance = join(folder, unit.replace('@.', '@3000.'));
    writeFileSync(instance, read(`systemd/${unit}`).replace('/usr/bin/node', process.execPath));
    const { status, stderr } = spawnSync(SYSTEMD_ANALYZE, ['verify', instance], { encoding: 'utf8' });
    expect([status, stderr]).toEqual([0, '']);
  });
});

describe('deploy/monitoring', () => {
  const rules = v.parse(rulesSchema, parse(read('monitoring/alerts.yml'))).groups.flatMap((group) => group.rules);

  it('OPS-06 has exactly one section in docs/operations.md for each alert', () => {
    const [, text = ''] = readFileSync(resolve(deploy, '../docs/operations.md'), 'utf8').split('\n## Alerts\n');
    const sections = [...text.matchAll(/^### (\w+)$/gm)].map(([, name]) => name);

    expect(sections.sort()).toEqual(rules.map(({ alert }) => alert).sort());
    for (const { alert, annotations } of rules) expect(annotations.runbook).toBe(`docs/operations.md#${alert.toLowerCase()}`);
  });

  itPromtool('OPS-06 has rules that Prometheus accepts', () => {
    const { status, stdout } = spawnSync(promtool ?? 'promtool', ['check', 'rules', join(deploy, 'monitoring/alerts.yml')], { encoding: 'utf8' });

    expect([status, stdout]).toEqual([0, expect.stringContaining(`SUCCESS: ${rules.length} rules found`)]);
  });
});
