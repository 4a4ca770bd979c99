import { summariseExport } from '@site/shared/contracts/transfer';
import type { HostServices } from '@site/shared/remote/host-services';
import type { LoaderFunctionArgs } from '@site/shared/router';

export const transferLoader =
  ({ http }: Pick<HostServices, 'http'>) =>
  ({ request: { signal } }: Pick<LoaderFunctionArgs, 'request'>) =>
    http.call(summariseExport, { signal });
