import { type EnvironmentVariables, httpUrl, parseSettings, SettingError } from '@site/shared/domain/environment';
import * as v from 'valibot';

/** An object store that speaks S3. */
export interface S3Settings {
  /** The store's URL, without the bucket. */
  readonly endpoint: string;
  readonly bucket: string;
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

const settingsSchema = v.object({
  RELEASES_S3_ENDPOINT: v.optional(httpUrl),
  RELEASES_S3_BUCKET: v.optional(v.string()),
  RELEASES_S3_REGION: v.optional(v.string(), 'us-east-1'),
  RELEASES_S3_ACCESS_KEY_ID: v.optional(v.string()),
  RELEASES_S3_SECRET_ACCESS_KEY: v.optional(v.string()),
});

/** The object store of the releases: undefined when no setting names one. Throws a SettingError when only some of its settings are there. */
export const readS3Settings = (variables: EnvironmentVariables): S3Settings | undefined => {
  const { RELEASES_S3_REGION: region, ...required } = parseSettings(settingsSchema, variables);
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
