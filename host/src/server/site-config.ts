import { readFile } from 'node:fs/promises';
import { type SiteConfig, siteConfigSchema } from '@site/shared/contracts/site';
import { SettingError } from '@site/shared/domain/environment';
import * as v from 'valibot';

/** Reads and validates the site configuration. Throws a SettingError with the file, the value and the reason. */
export const readSiteConfig = async (path: string): Promise<SiteConfig> => {
  const content = await readFile(path, 'utf8').catch(() => {
    throw new SettingError(`SITE_CONFIG: ${path} cannot be read`);
  });
  let json: unknown;
  try {
    json = JSON.parse(content);
  } catch (error) {
    throw new SettingError(`SITE_CONFIG: ${path} is not JSON (${error instanceof Error ? error.message : 'unreadable'})`);
  }
  const parsed = v.safeParse(siteConfigSchema, json);
  if (parsed.success) return parsed.output;
  const [issue] = parsed.issues;
  throw new SettingError(`SITE_CONFIG: ${path}: ${v.getDotPath(issue) ?? 'the file'} ${issue.message}`);
};
