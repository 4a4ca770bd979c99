import { formatLongDate, formatShortDate } from '@site/shared/domain/dates';
import type { EventDetails, EventSummary } from './events-data.ts';

type Dates = Pick<EventSummary, 'date' | 'lastDay'> & Partial<Pick<EventDetails, 'start'>>;

const Day = ({ day, timestamp }: { readonly day: string; readonly timestamp: string }) => (
  <time dateTime={timestamp} title={formatLongDate(day)}>
    {formatShortDate(day)}
  </time>
);

export const EventDates = ({ event: { date, lastDay, start } }: { readonly event: Dates }) =>
  date === null ? null : (
    <span>
      <Day day={date} timestamp={start ?? date} />
      {lastDay !== undefined && (
        <>
          {' to '}
          <Day day={lastDay} timestamp={lastDay} />
        </>
      )}
    </span>
  );

export const formatEventDates = ({ date, lastDay }: Dates): string =>
  lastDay === undefined ? formatLongDate(date) : `${formatLongDate(date)} to ${formatLongDate(lastDay)}`;
