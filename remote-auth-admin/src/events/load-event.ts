import type { ApiError } from '@site/shared/contracts/api-error';
import { type Event, getEvent } from '@site/shared/contracts/event';
import type { HostServices } from '@site/shared/host-services';
import { type Result, success } from '@site/shared/result';

/** The event to edit, or null for the address of a new one. */
export const loadEvent = async ({ http }: HostServices, id: string, signal: AbortSignal): Promise<Result<Event | null, ApiError>> =>
  id === 'new' ? success(null) : http.call(getEvent, { params: { id }, signal });
