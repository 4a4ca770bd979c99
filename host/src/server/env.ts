import { resolve } from 'node:path';
import * as v from 'valibot';
import { ConfigError } from './site-config.ts';

const port = v.pipe(v.string(), v.regex(/^\d{1,5}$/, 'must be a port number'), v.transform(Number), v.maxValue(65_535, 'must be a port number'));
const serverAddress = v.pipe(
  v.string(),
  v.check((value) => URL.canParse(value) && /^https?:$/.test(new URL(value).protocol), 'must be an http or https address'),
  v.transform((value) => new URL(value).origin),
);

/** Every setting of the host (architecture, section 7). `PROVIDER_URL` holds no `/api`. */
const envSchema = v.object({
  PORT: v.optional(port, '3000'),
  PROVIDER_URL: v.optional(serverAddress, 'http://127.0.0.1:4000'),
  DATA_DIR: v.optional(v.string(), ''),
  SITE_CONFIG: v.optional(v.string(), ''),
  TRUST_PROXY: v.optional(v.string(), ''),
  /** Set by `npm run dev`: open pages load again when something was released. */
  RELOAD_PAGES: v.optional(v.literal('1', 'must be 1 or absent')),
  LOG_LEVEL: v.optional(v.picklist(['fatal', 'error', 'warn', 'info', 'debug', 'silent'], 'must be one of fatal, error, warn, info, debug, silent'), 'warn'),
});

export interface HostEnv {
  readonly port: number;
  readonly providerUrl: string;
  readonly dataFolder: string;
  readonly siteConfigFile: string;
  readonly logLevel: string;
  readonly trustProxy: false | string;
  readonly reloadsPages: boolean;
}

/** Parses the environment once. Throws a ConfigError that names the setting and the reason. `root` is the project's folder. */
export const readEnv = (env: NodeJS.ProcessEnv, root: string): HostEnv => {
  const present = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));
  const parsed = v.safeParse(envSchema, present);
  if (!parsed.success) {
    const [issue] = parsed.issues;
    throw new ConfigError(`${v.getDotPath(issue)} ${issue.message} (it is "${String(issue.input)}")`);
  }
  const { PORT, PROVIDER_URL, DATA_DIR, SITE_CONFIG, LOG_LEVEL, TRUST_PROXY, RELOAD_PAGES } = parsed.output;
  const startedFrom = env.INIT_CWD ?? process.cwd();
  return {
    port: PORT,
    providerUrl: PROVIDER_URL,
    dataFolder: DATA_DIR === '' ? resolve(root, 'data') : resolve(startedFrom, DATA_DIR),
    siteConfigFile: SITE_CONFIG === '' ? resolve(root, 'host/site.config.json') : resolve(startedFrom, SITE_CONFIG),
    logLevel: LOG_LEVEL,
    trustProxy: TRUST_PROXY === '' ? false : TRUST_PROXY,
    reloadsPages: RELOAD_PAGES === '1',
  };
};
