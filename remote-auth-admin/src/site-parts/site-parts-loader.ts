import type { ApiError } from '@site/shared/contracts/api-error';
import { getSiteParts, type SiteParts } from '@site/shared/contracts/site-part';
import type { Result } from '@site/shared/domain/result';
import type { HostServices } from '@site/shared/remote/host-services';
import type { LoaderFunctionArgs } from '@site/shared/router';

export interface SitePartsData {
  readonly siteParts: Result<SiteParts, ApiError>;
  /** The current time, for texts like "2 hours ago". */
  readonly now: number;
}

export const sitePartsLoader =
  ({ http }: HostServices) =>
  async ({ request }: LoaderFunctionArgs): Promise<SitePartsData> => ({
    siteParts: await http.call(getSiteParts, { signal: request.signal }),
    now: Date.now(),
  });
