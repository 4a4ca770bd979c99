import { Card, CardBody, CardMedia, CardTitle } from '@site/shared/ui/card';
import { Badge, ChipList } from '@site/shared/ui/chip';
import { ContentImage } from '@site/shared/ui/content-image';
import type { EventCardView } from '../event-card-view.ts';
import { EventFactsLine } from './event-facts-line.tsx';
import styles from './past-event-card.module.css';

/** One event that has taken place, quieter than those to come. */
export const PastEventCard = ({ event }: { readonly event: EventCardView }) => (
  <Card as="li" linked className={styles.card}>
    <CardMedia className={styles.media}>
      <ContentImage src={event.image} alt={event.imageAlt} width={800} height={450} sizes="(min-width: 1024px) 380px, (min-width: 768px) 50vw, 100vw" />
      {event.category !== '' && <Badge onImage>{event.category}</Badge>}
    </CardMedia>
    <CardBody>
      <CardTitle to={event.path}>{event.title}</CardTitle>
      <EventFactsLine event={event} />
      {event.description !== '' && <p className={styles.description}>{event.description}</p>}
      {event.tags.length > 0 && <ChipList label="Tags" items={event.tags} />}
    </CardBody>
  </Card>
);
