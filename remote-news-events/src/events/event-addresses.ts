import type { ApiError } from '@site/shared/contracts/api-error';
import { type Result, success } from '@site/shared/domain/result';
import type { HostServices } from '@site/shared/remote/host-services';
import type { PageAddress } from '@site/shared/remote/remote-contract';
import { eventPath } from './event-card-view.ts';
import { getPublishedEvents } from './events-api.ts';

/** Every event, for the sitemap. */
export const getEventAddresses = async (services: HostServices, signal: AbortSignal): Promise<Result<readonly PageAddress[], ApiError>> => {
  const events = await getPublishedEvents(services, { view: 'summary' }, signal);
  return events.ok ? success(events.value.map((event) => ({ path: eventPath(event), lastModified: event.updatedAt }))) : events;
};
