import type { ApiError } from '@site/shared/contracts/api-error';
import { listPrograms } from '@site/shared/contracts/program';
import { type Result, success } from '@site/shared/domain/result';
import type { HostServices } from '@site/shared/remote/host-services';
import type { PageAddress } from '@site/shared/remote/remote-contract';

/** Every program that has a page, for the sitemap. */
export const getProgramAddresses = async ({ http }: HostServices, signal: AbortSignal): Promise<Result<readonly PageAddress[], ApiError>> => {
  const programs = await http.call(listPrograms, { signal, silent: true });
  if (!programs.ok) return programs;
  return success(
    programs.value.filter(({ slug }) => slug !== '').map(({ slug, updatedAt }) => ({ path: `/programs/${encodeURIComponent(slug)}`, lastModified: updatedAt })),
  );
};
