import type { Dashboard } from '@site/shared/contracts/dashboard';
import { formatLongDate } from '@site/shared/domain/dates';
import { Button } from '@site/shared/ui/button';
import { useState } from 'react';
import { StaffPanel } from '../layout/staff-panel.tsx';
import styles from './page-views-chart.module.css';

const WIDTH = 600;
const HEIGHT = 180;
/** Margin for the number above the tallest column. `SCALE` is the margin for the scale on the left, and `FOOT` the margin for the days below. */
const HEAD = 28;
const SCALE = 72;
const FOOT = 32;
const MARK_EVERY_DAYS = 10;

const MAX_LINES = 4;

/** Returns the values of a chart's grid lines, from 0 to the first round number above the tallest column. */
export const getChartScale = (tallest: number): readonly number[] => {
  const roughStep = Math.max(1, tallest / MAX_LINES);
  const power = 10 ** Math.floor(Math.log10(roughStep));
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((each) => each >= roughStep) ?? 10 * power;
  return Array.from({ length: Math.max(1, Math.ceil(tallest / step)) + 1 }, (_, index) => index * step);
};

const shortDay = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' });

interface PageViewsChartProps {
  readonly pageViews: Dashboard['pageViews'];
}

/** Shows the page views of the last 30 days as a column chart or as a table. The chart labels the tallest column. */
export const PageViewsChart = ({ pageViews }: PageViewsChartProps) => {
  const [isTable, setIsTable] = useState(false);
  const total = pageViews.reduce((sum, { views }) => sum + views, 0);
  const tallest = pageViews.reduce((highest, { views }) => Math.max(highest, views), 0);
  const tallestIndex = pageViews.findIndex(({ views }) => views === tallest);
  // A five-digit number is wider than two columns, so above the last two columns it would overflow the chart.
  const isTallestLast = tallestIndex > pageViews.length - 3;
  const step = WIDTH / Math.max(pageViews.length, 1);
  const scale = getChartScale(tallest);
  const top = scale.at(-1) ?? 1;
  const getY = (views: number): number => HEAD + HEIGHT - (views / top) * HEIGHT;
  const summary = total === 0 ? 'No views yet.' : `${total.toLocaleString('en-US')} views, with a peak of ${tallest.toLocaleString('en-US')} in one day.`;

  return (
    <StaffPanel
      title="Page views, last 30 days"
      action={
        <Button variant="quiet" size="small" onClick={() => setIsTable(!isTable)}>
          {isTable ? 'Show as chart' : 'Show as table'}
        </Button>
      }
    >
      {isTable ? (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard can only scroll a region that takes the focus.
        <section className={styles.scroll} tabIndex={0} aria-label="Page views by day">
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
          width={WIDTH + SCALE}
          height={HEIGHT + HEAD + FOOT}
          viewBox={`${-SCALE} 0 ${WIDTH + SCALE} ${HEIGHT + HEAD + FOOT}`}
          role="img"
          aria-label={`Page views in the last 30 days. ${summary}`}
        >
          {scale.map((views) => (
            <g key={views}>
              <path className={views === 0 ? styles.axis : styles.line} d={`M0 ${getY(views)}H${WIDTH}`} />
              <text className={styles.mark} x={-8} y={getY(views) + 5} textAnchor="end">
                {views.toLocaleString('en-US')}
              </text>
            </g>
          ))}
          {pageViews.map(({ day, views }, index) => (
            <rect
              key={day}
              className={index === tallestIndex ? styles.tallest : styles.column}
              x={index * step + 3}
              y={getY(views)}
              width={step - 6}
              height={getY(0) - getY(views)}
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
              y={getY(tallest) - 6}
              textAnchor={isTallestLast ? 'end' : 'middle'}
            >
              {tallest.toLocaleString('en-US')}
            </text>
          )}
        </svg>
      )}
      <p className={styles.note}>Counted without cookies. {summary}</p>
    </StaffPanel>
  );
};
