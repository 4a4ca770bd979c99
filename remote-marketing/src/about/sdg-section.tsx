import { Section, SectionHead } from '@site/shared/ui/section';
import { SDG_ITEMS, type SdgItem } from './about-content.ts';
import styles from './sdg-section.module.css';

/** Custom icons, because the icons of the United Nations may not be used. */
const ICON_SHAPES: Readonly<Record<SdgItem['icon'], string>> = {
  pulse: 'M2 13h5l2.5-6 4 11 3-7 1.500 2H22',
  book: 'M12 6c-2-1.5-5-2-8-2v14c3 0 6 .5 8 2 2-1.5 5-2 8-2V4c-3 0-6 .5-8 2zM12 6v14',
  growth: 'M3 20h18M6 20v-6M11 20v-9M16 20V9M4 9l5-4 4 2 7-5M15.500 2H20v4.500',
};

interface SdgSectionProps {
  readonly tone?: 'ground' | 'mist';
}

/** The supported goals in their official colours (ABOUT-04, WHAT-04). */
export const SdgSection = ({ tone = 'mist' }: SdgSectionProps) => (
  <Section tone={tone} labelledBy="sdg">
    <SectionHead eyebrow="Part of something larger" title="Our Activities on SDG" id="sdg" />
    <ul className={styles.goals}>
      {SDG_ITEMS.map(({ number, title, description, color, icon }) => (
        <li key={number} className={number === 3 ? `${styles.goal} ${styles.bright}` : styles.goal} style={{ '--goal': `var(${color})` }}>
          <svg className={styles.icon} width="24" height="24" viewBox="0 0 24 24" aria-hidden="true">
            <path d={ICON_SHAPES[icon]} />
          </svg>
          <h3 className={styles.title}>
            <span className={styles.number}>SDG {number}</span> {title}
          </h3>
          <p>{description}</p>
        </li>
      ))}
    </ul>
  </Section>
);
