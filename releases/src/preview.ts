import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import * as v from 'valibot';
import { PREVIEW_PATH, type Registry } from './manifest.ts';
import { type RegistryChange, requireNotFrozen, requireNotSwept } from './registry-changes.ts';
import { ReleaseError } from './release-error.ts';
import type { ReleaseStore } from './release-store.ts';
import { createSignedToken, readSignedToken } from './signed-token.ts';

const PURPOSE = 'preview';
const HOUR_MS = 3_600_000;
/** Maximum lifetime of a preview. Revocations and the previewed version's files are kept for just as long. */
export const MAX_PREVIEW_HOURS = 24;
/** Maximum number of revoked previews remembered per remote, because each adds a generation to the registry. */
const MAX_REVOKED_PREVIEWS = 100;

const timestampMs = v.pipe(v.number(), v.integer());

/** Content of a preview URL: one version of a remote, and when the preview was issued and expires, in Unix milliseconds. `id` is used to revoke it. */
const previewSchema = v.object({ id: v.string(), remote: v.string(), version: v.string(), issuedAt: timestampMs, expiresAt: timestampMs });
export type Preview = v.InferOutput<typeof previewSchema>;

interface PreviewOptions {
  readonly key: Buffer;
  readonly remote: string;
  readonly version: string;
  /** At most `MAX_PREVIEW_HOURS`. */
  readonly hours: number;
  readonly now: number;
}

/** `path`: the path below the site's URL. Anyone who has the URL sees the version until `expiresAt` (ISO-8601). `id` is used to revoke the preview. */
export const previewAddressSchema = v.object({ id: v.string(), path: v.string(), expiresAt: v.string() });
export type PreviewAddress = v.InferOutput<typeof previewAddressSchema>;

const PREVIEW_ID = /^([a-z][a-z0-9-]*)-[0-9a-f]{12}$/;
/** Returns the remote that a preview id belongs to; undefined if the text is not a preview id. */
export const findPreviewRemote = (id: string): string | undefined => PREVIEW_ID.exec(id)?.[1];

/**
 * Creates the id of a preview. The second half of the digits proves that the first half was issued, so that a client cannot fill the registry with invented
 * ids.
 */
const createPreviewId = (key: Buffer, remote: string, digits = randomBytes(3).toString('hex')): string => {
  const start = `${remote}-${digits}`;
  return `${start}${createHmac('sha256', key).update(`${PURPOSE}-id.${start}`).digest('hex').slice(0, 6)}`;
};

/** Whether this key issued the preview with this id. */
const isIssuedPreview = (key: Buffer, id: string): boolean => {
  const remote = findPreviewRemote(id);
  if (remote === undefined) return false;
  return timingSafeEqual(Buffer.from(createPreviewId(key, remote, id.slice(-12, -6))), Buffer.from(id));
};

/** Creates a preview and the token that opens it. */
export const createPreview = ({ key, remote, version, hours, now }: PreviewOptions): { readonly preview: Preview; readonly token: string } => {
  const id = createPreviewId(key, remote);
  const preview = { id, remote, version, issuedAt: now, expiresAt: now + Math.round(hours * HOUR_MS) };
  return { preview, token: createSignedToken(key, PURPOSE, preview) };
};

const findBadMark = ({ remotes, removed }: Pick<Registry, 'remotes' | 'removed'>, remote: string, version: string) =>
  (remotes[remote] ?? removed[remote])?.bad.find((mark) => mark.version === version);

/** Creates a preview URL for a published version. Throws a ReleaseError if the version must not be shown, or if the remote is frozen. */
export const issuePreview = async (store: Pick<ReleaseStore, 'recordServed' | 'readRegistry'>, options: PreviewOptions): Promise<PreviewAddress> => {
  const { remote, version, hours } = options;
  if (!(hours > 0 && hours <= MAX_PREVIEW_HOURS)) throw new ReleaseError(`A preview lasts up to ${MAX_PREVIEW_HOURS} hours.`);
  // Retention keeps versions that hosts have served. Versions that it is already removing are listed in the registry.
  await store.recordServed([{ remote, version }]);
  const registry = await store.readRegistry();
  requireNotSwept(registry, { remote, version });
  requireNotFrozen(remote, registry.remotes[remote]);
  const mark = findBadMark(registry, remote, version);
  if (mark !== undefined) throw new ReleaseError(`${remote} ${version} is blocked since ${mark.at} (${mark.reason}).`);
  const { preview, token } = createPreview(options);
  return { id: preview.id, path: `${PREVIEW_PATH}/${token}`, expiresAt: new Date(preview.expiresAt).toISOString() };
};

const isRevoked = ({ id, issuedAt }: Preview, { previews }: Registry): boolean =>
  previews !== undefined && (issuedAt < Date.parse(previews.validFrom ?? '') || previews.revoked.some((each) => each.id === id));

/** Returns the preview that a token opens; undefined if the token is forged, expired or revoked, or its version is blocked. */
export const readPreview = (key: Buffer, token: string, registry: Registry, now: number): Preview | undefined => {
  const { success, output } = v.safeParse(previewSchema, readSignedToken(key, PURPOSE, token));
  if (!success) return undefined;
  const isBad = findBadMark(registry, output.remote, output.version) !== undefined;
  return now < output.expiresAt && !isRevoked(output, registry) && !isBad ? output : undefined;
};

/** Revokes one preview, or all that were issued before `now` (Unix milliseconds). */
export const revokePreviews =
  (id: string | 'all', now: number): RegistryChange =>
  (content) => {
    const at = new Date(now).toISOString();
    if (id === 'all') return { ...content, previews: { validFrom: at, revoked: [] } };
    if (findPreviewRemote(id) === undefined) throw new ReleaseError(`"${id}" is not the id of a preview.`);
    // Drop revocations that are older than the longest lifetime, because all previews issued before them have expired.
    const revoked = (content.previews?.revoked ?? []).filter((each) => Date.parse(each.at) > now - MAX_PREVIEW_HOURS * HOUR_MS);
    return { ...content, previews: { ...content.previews, revoked: [...revoked.filter((each) => each.id !== id), { id, at }] } };
  };

/** Revokes a preview for a caller with a token for its remote. Throws a ReleaseError if the id was not issued, or if too many previews are already revoked. */
export const revokeIssuedPreview = async (
  store: Pick<ReleaseStore, 'readRegistry' | 'changeRegistry'>,
  key: Buffer,
  id: string,
  now: number,
): Promise<void> => {
  if (!isIssuedPreview(key, id)) throw new ReleaseError(`"${id}" is not the id of a preview that this site has issued.`);
  const { previews } = await store.readRegistry();
  if (previews?.revoked.some((each) => each.id === id)) return;
  await store.changeRegistry((content) => {
    const changed = revokePreviews(id, now)(content);
    const remote = findPreviewRemote(id);
    if ((changed.previews?.revoked ?? []).filter((each) => findPreviewRemote(each.id) === remote).length > MAX_REVOKED_PREVIEWS)
      throw new ReleaseError(`${MAX_REVOKED_PREVIEWS} previews of ${remote} are revoked already. An administrator can revoke all of them at once.`);
    return changed;
  });
};
