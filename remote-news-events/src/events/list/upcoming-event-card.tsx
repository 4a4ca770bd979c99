import { ButtonLink } from '@site/shared/ui/button';
import { Card, CardBody, CardMedia, CardTitle } from '@site/shared/ui/card';
import { Badge, ChipList } from '@site/shared/ui/chip';
import { ContentImage } from '@site/shared/ui/content-image';
import { outIcon } from '@site/shared/ui/icon-shapes';
import { DateTile } from '../date-tile.tsx';
import type { EventCardView } from '../event-card-view.ts';
import { REGISTER_NOW } from '../events-content.ts';
import { EventFactsLine } from './event-facts-line.tsx';
import styles from './upcoming-event-card.module.css';

/** One coming event as a row: image, date tile, facts and the way in. */
export const UpcomingEventCard = ({ event, isFirst }: { readonly event: EventCardView; readonly isFirst: boolean }) => (
  <Card as="li" linked className={styles.row}>
    <CardMedia fit="fill" className={styles.media}>
      <ContentImage src={event.image} alt={event.imageAlt} width={800} height={450} sizes="(min-width: 768px) 360px, 100vw" priority={isFirst} />
      {event.category !== '' && <Badge onImage>{event.category}</Badge>}
    </CardMedia>
    <CardBody className={styles.body}>
      <div className={styles.head}>
        <DateTile date={event.date} />
        <div className={styles.words}>
          <CardTitle to={event.path}>{event.title}</CardTitle>
          <EventFactsLine event={event} />
        </div>
      </div>
      {event.description !== '' && <p className={styles.description}>{event.description}</p>}
      <div className={styles.foot}>
        {event.tags.length > 0 && <ChipList label="Tags" items={event.tags} />}
        {event.registrationLink !== '' && (
          <div className={styles.register}>
            <ButtonLink href={event.registrationLink} newTab iconEnd={outIcon}>
              {REGISTER_NOW}
            </ButtonLink>
          </div>
        )}
      </div>
    </CardBody>
  </Card>
);
