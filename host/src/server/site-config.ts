import { readFile } from 'node:fs/promises';
import { type SiteConfig, siteConfigSchema } from '@site/shared/contracts/site';
import { SettingError } from '@site/shared/domain/environment';
import * as v from 'valibot';

interface SiteAddress {
  /** `SITE_URL`, which takes precedence over the file. */
  readonly siteUrl?: string | undefined;
  readonly staffUrl?: string | undefined;
  readonly previewUrl?: string | undefined;
  /** The host was packaged with the first releases of the remotes. */
  readonly isPackaged?: boolean;
  /** The port that the host listens on. */
  readonly port: number;
}

/** Returns the URL that links and link previews begin with. On `http://localhost`, as in the sample, its port is the port that the host listens on. */
const getSiteUrl = (configuredUrl: string, { siteUrl, port }: SiteAddress): string => {
  if (siteUrl !== undefined) return siteUrl.replace(/\/+$/, '');
  const { protocol, hostname } = new URL(configuredUrl);
  return protocol === 'http:' && hostname === 'localhost' ? new URL(`http://localhost:${port}`).origin : configuredUrl;
};

const explainMissingStaffUrl = (siteUrl: string): string =>
  `STAFF_URL is missing: the address where staff sign in, such as https://staff.example.org. Without one, code of every part of the site runs where staff are signed in, and can act as they. To accept that, set it to ${siteUrl}.`;

/** Reads and validates the site configuration. Throws a SettingError with the file, the value and the reason. */
export const readSiteConfig = async (path: string, address: SiteAddress): Promise<SiteConfig> => {
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
  if (parsed.success) {
    const siteUrl = getSiteUrl(parsed.output.siteUrl, address);
    const { staffUrl: _staffUrl, previewUrl: _previewUrl, ...site } = parsed.output;
    const { staffUrl, previewUrl, isPackaged = false } = address;
    if (staffUrl === undefined && isPackaged && siteUrl.startsWith('https:')) throw new SettingError(explainMissingStaffUrl(siteUrl));
    // Ignore values equal to the site's own URL, so that operators can keep everything in one file.
    const isOwn = (url: string | undefined): url is string => url !== undefined && new URL(url).origin !== new URL(siteUrl).origin;
    return { ...site, siteUrl, ...(isOwn(staffUrl) ? { staffUrl } : {}), ...(isOwn(previewUrl) ? { previewUrl } : {}) };
  }
  const [issue] = parsed.issues;
  throw new SettingError(`SITE_CONFIG: ${path}: ${v.getDotPath(issue) ?? 'the file'} ${issue.message}`);
};
