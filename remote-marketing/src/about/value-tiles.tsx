import { VALUES, type ValueItem } from './about-content.ts';
import styles from './value-tiles.module.css';

const SHAPES: Readonly<Record<ValueItem['icon'], string>> = {
  spark: 'M13 2L5 14h6l-1 8 8-12h-6z',
  heart: 'M12 20s-8-4.6-8-10.500A4.500 4.500 0 0 1 12 7a4.500 4.500 0 0 1 8 2.500C20 15.400 12 20 12 20z',
  bulb: 'M9 18h6M10 21h4M8.500 15c-1.500-1.300-2.500-3-2.500-5a6 6 0 0 1 12 0c0 2-1 3.700-2.500 5z',
  people:
    'M5.500 8a3.500 3.500 0 1 0 7 0a3.500 3.500 0 1 0-7 0zM3 20c0-4 2.500-6 6-6s6 2 6 6M16 5a3.500 3.500 0 0 1 0 6.500M17.500 14.500c2.200.6 3.500 2.500 3.500 5.500',
  shield: 'M12 3c2.500 1.800 5 2.500 8 2.500 0 7-2.500 12-8 15.500-5.500-3.500-8-8.500-8-15.500 3 0 5.500-.7 8-2.500zM8.500 12l2.500 2.500 4.500-5',
};

export const ValueTiles = () => (
  <ul className={styles.tiles}>
    {VALUES.map(({ icon, title, description }) => (
      <li key={title} className={styles.tile} data-ground="surface">
        <svg className={styles.icon} viewBox="0 0 24 24" aria-hidden="true">
          <path d={SHAPES[icon]} />
        </svg>
        <h3>{title}</h3>
        <p className={styles.text}>{description}</p>
      </li>
    ))}
  </ul>
);
