import type { ImpactFigure } from './impact-content.ts';
import styles from './statistic-list.module.css';

interface FigureListProps {
  readonly figures: readonly ImpactFigure[];
  /** When they were counted. */
  readonly asOf: string;
}

/** Large numbers with what they count, for a dark band. */
export const FigureList = ({ figures, asOf }: FigureListProps) => (
  <div className={styles.list}>
    <ul className={styles.figures}>
      {figures.map(({ number, label, description }) => (
        <li key={label} className={styles.figure}>
          <span className={styles.number}>{number}</span> <b className={styles.label}>{label}</b> <p className={styles.description}>{description}</p>
        </li>
      ))}
    </ul>
    <p className={styles.asOf}>{asOf}</p>
  </div>
);
