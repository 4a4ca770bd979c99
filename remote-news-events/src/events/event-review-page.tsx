import type { ApiError } from '@site/shared/contracts/api-error';
import type { ResponseOf } from '@site/shared/contracts/endpoint';
import type { getReviewedDocument } from '@site/shared/contracts/review';
import { parseSiteText } from '@site/shared/domain/parse-site-text';
import type { Result } from '@site/shared/domain/result';
import { isMarkup } from '@site/shared/domain/strip-markup';
import type { HostServices } from '@site/shared/remote/host-services';
import { useLoaderData } from '@site/shared/router';
import { useMemo } from 'react';
import { ReviewFrame } from '../area/review-frame.tsx';
import { EventPage } from './event-detail-page.tsx';
import { type EventDetailData, parsePlainText, toEventDetails } from './events-data.ts';

/** A draft as somebody outside of the staff sees it who has the link. */
export const EventReviewPage = ({ services }: { readonly services: Pick<HostServices, 'notify' | 'site'> }) => {
  const reviewed = useLoaderData<Result<ResponseOf<typeof getReviewedDocument>, ApiError>>();
  const { site } = services;
  const event = reviewed.ok ? reviewed.value.event : null;
  const page = useMemo((): EventDetailData => {
    if (event === null) return { state: 'missing' };
    const description = isMarkup(event.description) ? parseSiteText(event.description, site) : parsePlainText(event.description);
    return { state: 'loaded', event: toEventDetails(event, description) };
  }, [event, site]);
  return (
    <ReviewFrame reviewed={reviewed} isFound={event !== null}>
      <EventPage page={page} services={services} />
    </ReviewFrame>
  );
};
