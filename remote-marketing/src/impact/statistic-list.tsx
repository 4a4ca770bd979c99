import type { Statistic } from './impact-content.ts';
import styles from './statistic-list.module.css';

interface StatisticListProps {
  readonly statistics: readonly Statistic[];
  readonly asOf: string;
}

export const StatisticList = ({ statistics, asOf }: StatisticListProps) => (
  <div className={styles.list}>
    <ul className={styles.figures}>
      {statistics.map(({ number, label, description }) => (
        <li key={label} className={styles.figure}>
          <span className={styles.number}>{number}</span> <b className={styles.label}>{label}</b> <p className={styles.description}>{description}</p>
        </li>
      ))}
    </ul>
    <p className={styles.asOf}>{asOf}</p>
  </div>
);
