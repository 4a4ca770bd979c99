import { useLoaderData } from '@site/shared/router';
import { ButtonLink } from '@site/shared/ui/button';
import { Badge, ChipList } from '@site/shared/ui/chip';
import { ContentImage } from '@site/shared/ui/content-image';
import { Hem } from '@site/shared/ui/hem';
import { LoadFailure } from '@site/shared/ui/page-failure';
import { RichText } from '@site/shared/ui/rich-text';
import { MoreLink } from '@site/shared/ui/text-link';
import { ALL_EVENTS, EVENT_FAILED, EVENT_MISSING, EVENT_MISSING_HELP } from '../events-content.ts';
import { useAskAgainAt } from '../use-ask-again-at.ts';
import type { EventDetailData, EventView } from './event-detail-loader.ts';
import styles from './event-detail-page.module.css';
import { EventFacts } from './event-facts.tsx';

const AllEvents = () => (
  <ButtonLink variant="secondary" to="/events">
    {ALL_EVENTS}
  </ButtonLink>
);

const EventDetail = ({ event }: { readonly event: EventView }) => (
  <article>
    <div className={styles.hero}>
      <ContentImage src={event.image} alt={event.imageAlt} width={1600} height={720} sizes="100vw" priority className={styles.image} />
      <Hem />
    </div>
    <div className={styles.columns}>
      <div className={styles.intro}>
        <MoreLink to="/events" back>
          {ALL_EVENTS}
        </MoreLink>
        <div className={styles.labels}>
          {event.category !== '' && <Badge>{event.category}</Badge>}
          {event.tags.length > 0 && <ChipList label="Tags" items={event.tags} />}
        </div>
        <h1 className={styles.title}>{event.title}</h1>
      </div>
      <div className={styles.facts}>
        <EventFacts event={event} />
      </div>
      <div className={styles.text}>
        <RichText nodes={event.description} />
      </div>
    </div>
  </article>
);

/** One event, or why there is none. */
export const EventPage = ({ page }: { readonly page: EventDetailData }) => {
  switch (page.state) {
    case 'failed':
      return <LoadFailure title={EVENT_FAILED} action={<AllEvents />} />;
    case 'missing':
      return <LoadFailure title={EVENT_MISSING} message={EVENT_MISSING_HELP} action={<AllEvents />} canRetry={false} />;
    case 'loaded':
      return <EventDetail event={page.event} />;
    default:
      return page satisfies never;
  }
};

/** One event, with a card of facts that stays in view on wide screens; it tells by itself when the event has passed. */
export const EventDetailPage = () => {
  const page = useLoaderData<EventDetailData>();
  useAskAgainAt(page.state === 'loaded' ? page.event.passesAt : null);
  return <EventPage page={page} />;
};
