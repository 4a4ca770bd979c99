import { type Event, eventSchema, getEvent } from '@site/shared/contracts/event';
import { eventEnd } from '@site/shared/domain/event-times';
import { parseSiteText } from '@site/shared/domain/parse-site-text';
import { isMarkup } from '@site/shared/domain/strip-markup';
import type { HostServices } from '@site/shared/remote/host-services';
import { loadPreview, type Previewed, withDraft } from '@site/shared/remote/staff-preview';
import { type LoaderFunctionArgs, useLoaderData, useLocation } from '@site/shared/router';
import { PreviewFrame, PreviewSignIn } from '@site/shared/ui/preview-frame';
import { useMemo } from 'react';
import { EventPage } from './event-detail-page.tsx';
import { type EventDetailData, parsePlainText, toEventDetails } from './events-data.ts';

/** Whether the event is upcoming. If the date is unchanged, the server's value is used; otherwise the local clock decides. */
const isUpcomingEvent = (event: Event, preview: Previewed<Event>): boolean =>
  preview.state === 'loaded' && preview.stored.date === event.date ? preview.stored.isUpcoming === true : (eventEnd(event) ?? 0) > Date.now();

export const loadEventPreview = (services: HostServices, { params, request }: LoaderFunctionArgs): Promise<Previewed<Event>> =>
  loadPreview(services, getEvent, { params: { id: params.id ?? '' }, signal: request.signal });

export const EventPreviewPage = ({ services }: { readonly services: Pick<HostServices, 'notify' | 'site'> }) => {
  const preview = useLoaderData<Previewed<Event>>();
  const { state } = useLocation();
  const { site } = services;
  const page = useMemo((): EventDetailData => {
    const event = withDraft(eventSchema, preview, state);
    if (event === undefined) return { state: preview.state === 'failed' ? 'failed' : 'missing' };
    const description = isMarkup(event.description) ? parseSiteText(event.description, site) : parsePlainText(event.description);
    return { state: 'loaded', event: toEventDetails({ ...event, isUpcoming: isUpcomingEvent(event, preview) }, description) };
  }, [preview, state, site]);

  if (preview.state === 'signed-out') return <PreviewSignIn />;
  return (
    <PreviewFrame>
      <EventPage page={page} services={services} />
    </PreviewFrame>
  );
};
