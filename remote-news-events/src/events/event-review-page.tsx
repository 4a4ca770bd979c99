import { parseSiteText } from '@site/shared/domain/parse-site-text';
import { isMarkup } from '@site/shared/domain/strip-markup';
import type { HostServices } from '@site/shared/remote/host-services';
import type { Reviewed } from '@site/shared/remote/review-link';
import { useLoaderData } from '@site/shared/router';
import { ReviewFrame } from '@site/shared/ui/review-frame';
import { useMemo } from 'react';
import { EventPage } from './event-detail-page.tsx';
import { type EventDetailData, parsePlainText, toEventDetails } from './events-data.ts';

/** Shows a draft to anyone outside the staff who has the review link. */
export const EventReviewPage = ({ services }: { readonly services: Pick<HostServices, 'notify' | 'site'> }) => {
  const review = useLoaderData<Reviewed>();
  const { site } = services;
  const event = review.ok ? review.value.event : null;
  const page = useMemo((): EventDetailData => {
    if (event === null) return { state: 'missing' };
    const description = isMarkup(event.description) ? parseSiteText(event.description, site) : parsePlainText(event.description);
    return { state: 'loaded', event: toEventDetails(event, description) };
  }, [event, site]);
  return (
    <ReviewFrame reviewed={review} isFound={event !== null}>
      <EventPage page={page} services={services} />
    </ReviewFrame>
  );
};
