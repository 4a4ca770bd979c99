import type { Dashboard } from '@site/shared/contracts/dashboard';
import { formatLongDate } from '@site/shared/format/dates';
import { Button } from '@site/shared/ui/button';
import { useId, useState } from 'react';
import styles from './page-views-chart.module.css';

const WIDTH = 600;
const HEIGHT = 180;
/** Room above the tallest column for its number. */
const HEAD = 24;

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
  const step = WIDTH / Math.max(pageViews.length, 1);
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
        <section className={styles.scroll} tabIndex={0} aria-labelledby={titleId}>
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
        <svg className={styles.chart} viewBox={`0 0 ${WIDTH} ${HEIGHT + HEAD}`} role="img" aria-label={`Page views of the last 30 days. ${summary}`}>
          <path className={styles.axis} d={`M0 ${HEIGHT + HEAD - 1}H${WIDTH}`} />
          {tallest > 0 &&
            pageViews.map(({ day, views }, index) => {
              const height = (views / tallest) * HEIGHT;
              return (
                <rect
                  key={day}
                  className={index === tallestIndex ? styles.tallest : styles.column}
                  x={index * step + 2}
                  y={HEIGHT + HEAD - height}
                  width={step - 4}
                  height={height}
                  rx="3"
                />
              );
            })}
          {tallest > 0 && (
            <text className={styles.number} x={tallestIndex * step + step / 2} y={HEAD - 6} textAnchor="middle">
              {tallest}
            </text>
          )}
        </svg>
      )}
      <p className={styles.note}>Counted without cookies. {summary}</p>
    </section>
  );
};
