import type { ApiError } from '@site/shared/contracts/api-error';
import { type Event, getEvent, listEvents } from '@site/shared/contracts/event';
import type { HostServices } from '@site/shared/host-services';
import { failure, type Result, success } from '@site/shared/result';

type Http = Pick<HostServices, 'http'>;

const isPublished = (event: Event): boolean => event.status === 'published';

/** Published events, in the provider's order. Drafts are left out here too: staff with a token get them from the provider. */
export const getPublishedEvents = async ({ http }: Http, signal: AbortSignal): Promise<Result<readonly Event[], ApiError>> => {
  const answer = await http.call(listEvents, { signal });
  return answer.ok ? success(answer.value.filter(isPublished)) : answer;
};

/** One published event; a draft is as missing as no event at all. */
export const getPublishedEvent = async ({ http }: Http, id: string, signal: AbortSignal): Promise<Result<Event, ApiError>> => {
  const answer = await http.call(getEvent, { signal, params: { id } });
  if (!answer.ok || isPublished(answer.value)) return answer;
  return failure({ kind: 'not-found', message: '' });
};
