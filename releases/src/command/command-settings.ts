import { type EnvironmentVariables, httpUrl, parseSettings, portNumber, setting } from '@site/shared/domain/environment';
import * as v from 'valibot';
import { DEFAULT_RETENTION_DAYS, retentionDays } from '../retention.ts';

/** Settings for the release commands, which also read `DATA_DIR` and the object store's settings. */
export const commandSettings = v.object({
  RELEASE_TOKEN: setting(v.optional(v.string()), { meaning: 'with `--to`: the token of the remote, which `npm run tokens` prints', isSecret: true }),
  RELEASE_KEY: setting(v.optional(v.string()), { meaning: "with `--to`: the team's private key", isSecret: true }),
  RELEASE_SITE: setting(v.optional(httpUrl), { meaning: "in a remote's own repository: the site, in place of `--to`" }),
  RETENTION_DAYS: setting(v.optional(retentionDays, DEFAULT_RETENTION_DAYS), { meaning: '`prune`: the setting of the host' }),
  SITE_URL: setting(v.optional(httpUrl), { meaning: '`preview`: what the address begins with', without: '`http://localhost` with `PORT`' }),
  PORT: setting(v.optional(portNumber, '3000'), { meaning: "the host's setting" }),
});

/** Throws a SettingError that names every invalid setting. */
export const readCommandSettings = (variables: EnvironmentVariables): v.InferOutput<typeof commandSettings> => parseSettings(commandSettings, variables);
