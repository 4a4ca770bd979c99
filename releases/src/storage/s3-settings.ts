import { type EnvironmentVariables, httpUrl, parseSettings, SettingError, setting } from '@site/shared/domain/environment';
import * as v from 'valibot';

/** Connection to an object store over the S3 protocol. */
export interface S3Settings {
  /** URL of the store without the bucket. */
  readonly endpoint: string;
  readonly bucket: string;
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

const text = v.pipe(v.string(), v.nonEmpty('must not be empty'));

/** Settings read by hosts and by every command that changes the store. */
export const objectStoreSettings = v.object({
  RELEASES_S3_ENDPOINT: setting(v.optional(httpUrl), {
    meaning: 'releases in [an S3-compatible store](contracts/registry.md#object-store), which hosts share without a common disk: its URL without the bucket',
    without: 'releases are in `DATA_DIR`',
  }),
  RELEASES_S3_BUCKET: setting(v.optional(text), { meaning: 'the bucket, which exists' }),
  RELEASES_S3_REGION: setting(v.optional(text, 'us-east-1'), { meaning: 'its region' }),
  RELEASES_S3_ACCESS_KEY_ID: setting(v.optional(text), { meaning: 'who reads and writes it', isSecret: true }),
  RELEASES_S3_SECRET_ACCESS_KEY: setting(v.optional(text), { meaning: 'the key of `RELEASES_S3_ACCESS_KEY_ID`', isSecret: true }),
});

/** Returns the settings of the object store; undefined if none is set. Throws a SettingError if only some of them are set. */
export const readS3Settings = (variables: EnvironmentVariables): S3Settings | undefined => {
  const { RELEASES_S3_REGION: region, ...required } = parseSettings(objectStoreSettings, variables);
  const {
    RELEASES_S3_ENDPOINT: endpoint,
    RELEASES_S3_BUCKET: bucket,
    RELEASES_S3_ACCESS_KEY_ID: accessKeyId,
    RELEASES_S3_SECRET_ACCESS_KEY: secretAccessKey,
  } = required;
  if (endpoint !== undefined && bucket !== undefined && accessKeyId !== undefined && secretAccessKey !== undefined)
    return { endpoint, bucket, region, accessKeyId, secretAccessKey };
  if (Object.keys(required).length === 0) return undefined;
  throw new SettingError(
    'RELEASES_S3_ENDPOINT, RELEASES_S3_BUCKET, RELEASES_S3_ACCESS_KEY_ID and RELEASES_S3_SECRET_ACCESS_KEY belong together: set all or none',
  );
};
