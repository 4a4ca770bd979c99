import type { Dashboard } from '@site/shared/contracts/dashboard';
import { formatLongDate } from '@site/shared/domain/dates';
import { Button } from '@site/shared/ui/button';
import { useState } from 'react';
import { StaffPanel } from '../layout/staff-panel.tsx';
import styles from './page-views-chart.module.css';

const WIDTH = 600;
const HEIGHT = 180;
/** Margin for the number above the tallest column. `LEFT_MARGIN` is the margin for the scale on the left, and `BOTTOM_MARGIN` the margin for the days below. */
const TOP_MARGIN = 28;
const LEFT_MARGIN = 72;
const BOTTOM_MARGIN = 32;
const LABEL_INTERVAL_DAYS = 10;

const MAX_LINES = 4;

/** Returns the values of a chart's grid lines, from 0 to the first round number above the tallest column. */
export const getChartScale = (maxViews: number): readonly number[] => {
  const roughStep = Math.max(1, maxViews / MAX_LINES);
  const power = 10 ** Math.floor(Math.log10(roughStep));
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((candidate) => candidate >= roughStep) ?? 10 * power;
  return Array.from({ length: Math.max(1, Math.ceil(maxViews / step)) + 1 }, (_, index) => index * step);
};

const shortDay = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' });

interface PageViewsChartProps {
  readonly pageViews: Dashboard['pageViews'];
}

/** Shows the page views of the last 30 days as a column chart or as a table. The chart labels the tallest column. */
export const PageViewsChart = ({ pageViews }: PageViewsChartProps) => {
  const [isTable, setIsTable] = useState(false);
  const total = pageViews.reduce((sum, { views }) => sum + views, 0);
  const maxViews = pageViews.reduce((max, { views }) => Math.max(max, views), 0);
  const peakIndex = pageViews.findIndex(({ views }) => views === maxViews);
  // A five-digit number is wider than two columns, so above the last two columns it would overflow the chart.
  const isPeakAtEnd = peakIndex > pageViews.length - 3;
  const step = WIDTH / Math.max(pageViews.length, 1);
  const scale = getChartScale(maxViews);
  const top = scale.at(-1) ?? 1;
  const getY = (views: number): number => TOP_MARGIN + HEIGHT - (views / top) * HEIGHT;
  const summary = total === 0 ? 'No views yet.' : `${total.toLocaleString('en-US')} views, with a peak of ${maxViews.toLocaleString('en-US')} in one day.`;

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
          width={WIDTH + LEFT_MARGIN}
          height={HEIGHT + TOP_MARGIN + BOTTOM_MARGIN}
          viewBox={`${-LEFT_MARGIN} 0 ${WIDTH + LEFT_MARGIN} ${HEIGHT + TOP_MARGIN + BOTTOM_MARGIN}`}
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
              className={index === peakIndex ? styles.tallest : styles.column}
              x={index * step + 3}
              y={getY(views)}
              width={step - 6}
              height={getY(0) - getY(views)}
              rx="3"
            />
          ))}
          {pageViews.map(({ day }, index) => {
            const isToday = index === pageViews.length - 1;
            if (!isToday && index % LABEL_INTERVAL_DAYS !== 0) return null;
            return (
              <text key={day} className={styles.mark} x={isToday ? WIDTH : index * step} y={HEIGHT + TOP_MARGIN + 24} textAnchor={isToday ? 'end' : 'start'}>
                {isToday ? 'today' : shortDay.format(new Date(`${day}T12:00:00Z`))}
              </text>
            );
          })}
          {maxViews > 0 && (
            <text
              className={styles.number}
              x={isPeakAtEnd ? WIDTH : peakIndex * step + step / 2}
              y={getY(maxViews) - 6}
              textAnchor={isPeakAtEnd ? 'end' : 'middle'}
            >
              {maxViews.toLocaleString('en-US')}
            </text>
          )}
        </svg>
      )}
      <p className={styles.note}>Counted without cookies. {summary}</p>
    </StaffPanel>
  );
};
