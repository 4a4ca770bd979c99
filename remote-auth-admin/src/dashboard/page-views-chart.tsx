import type { Dashboard } from '@site/shared/contracts/dashboard';
import { formatLongDate } from '@site/shared/domain/dates';
import { Button } from '@site/shared/ui/button';
import { useId, useState } from 'react';
import { chartScale } from './chart-scale.ts';
import styles from './page-views-chart.module.css';

const WIDTH = 600;
const HEIGHT = 180;
/** Room above the tallest column for its number, left of the columns for the scale and below them for the days. */
const HEAD = 28;
const SCALE = 72;
const FOOT = 32;
const MARK_EVERY_DAYS = 10;

const shortDay = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' });

export interface PageViewsChartProps {
  readonly pageViews: Dashboard['pageViews'];
}

/** The last 30 days as columns, the tallest in sun with its number; the same as a table for whoever asks. */
export const PageViewsChart = ({ pageViews }: PageViewsChartProps) => {
  const [isTable, setIsTable] = useState(false);
  const titleId = useId();
  const total = pageViews.reduce((sum, { views }) => sum + views, 0);
  const tallest = pageViews.reduce((highest, { views }) => Math.max(highest, views), 0);
  const tallestIndex = pageViews.findIndex(({ views }) => views === tallest);
  // A number of five figures is wider than two columns: over the last ones it would leave the picture.
  const isTallestLast = tallestIndex > pageViews.length - 3;
  const step = WIDTH / Math.max(pageViews.length, 1);
  const scale = chartScale(tallest);
  const top = scale.at(-1) ?? 1;
  const yOf = (views: number): number => HEAD + HEIGHT - (views / top) * HEIGHT;
  const summary = total === 0 ? 'No views yet.' : `${total.toLocaleString('en-US')} views, at most ${tallest.toLocaleString('en-US')} on one day.`;

  return (
    <section className={styles.panel} aria-labelledby={titleId}>
      <div className={styles.head}>
        <h2 id={titleId} className={styles.title}>
          Page views, last 30 days
        </h2>
        <Button variant="quiet" size="small" onClick={() => setIsTable(!isTable)}>
          {isTable ? 'Show as chart' : 'Show as table'}
        </Button>
      </div>
      {isTable ? (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls has to take the focus, so that the keyboard can scroll it.
        <section className={styles.scroll} tabIndex={0} aria-label="Page views day by day">
          <table className={styles.table}>
            <thead>
              <tr>
                <th scope="col">Day</th>
                <th scope="col">Views</th>
              </tr>
            </thead>
            <tbody>
              {pageViews.map(({ day, views }) => (
                <tr key={day}>
                  <th scope="row">{formatLongDate(day)}</th>
                  <td>{views}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      ) : (
        <svg
          className={styles.chart}
          viewBox={`${-SCALE} 0 ${WIDTH + SCALE} ${HEIGHT + HEAD + FOOT}`}
          role="img"
          aria-label={`Page views of the last 30 days. ${summary}`}
        >
          {scale.map((views) => (
            <g key={views}>
              <path className={views === 0 ? styles.axis : styles.line} d={`M0 ${yOf(views)}H${WIDTH}`} />
              <text className={styles.mark} x={-8} y={yOf(views) + 5} textAnchor="end">
                {views.toLocaleString('en-US')}
              </text>
            </g>
          ))}
          {pageViews.map(({ day, views }, index) => (
            <rect
              key={day}
              className={index === tallestIndex ? styles.tallest : styles.column}
              x={index * step + 3}
              y={yOf(views)}
              width={step - 6}
              height={yOf(0) - yOf(views)}
              rx="3"
            />
          ))}
          {pageViews.map(({ day }, index) => {
            const isToday = index === pageViews.length - 1;
            if (!isToday && index % MARK_EVERY_DAYS !== 0) return null;
            return (
              <text key={day} className={styles.mark} x={isToday ? WIDTH : index * step} y={HEIGHT + HEAD + 24} textAnchor={isToday ? 'end' : 'start'}>
                {isToday ? 'today' : shortDay.format(new Date(`${day}T12:00:00Z`))}
              </text>
            );
          })}
          {tallest > 0 && (
            <text
              className={styles.number}
              x={isTallestLast ? WIDTH : tallestIndex * step + step / 2}
              y={yOf(tallest) - 6}
              textAnchor={isTallestLast ? 'end' : 'middle'}
            >
              {tallest.toLocaleString('en-US')}
            </text>
          )}
        </svg>
      )}
      <p className={styles.note}>Counted without cookies. {summary}</p>
    </section>
  );
};
