import type { HeadingLevel } from '@site/shared/ui/heading';
import { Heading } from '@site/shared/ui/heading';
import { Icon } from '@site/shared/ui/icon';
import { flagIcon, sunIcon } from '@site/shared/ui/icon-shapes';
import { MISSION, VISION } from './about-content.ts';
import styles from './mission-vision.module.css';

const STATEMENTS = {
  vision: { ...VISION, icon: sunIcon },
  mission: { ...MISSION, icon: flagIcon },
} as const;

interface MissionVisionProps {
  /** Order of the cards. The requirements specify a different order for each page. */
  readonly order: readonly (keyof typeof STATEMENTS)[];
  readonly level?: HeadingLevel;
}

/** Two cards side by side (ABOUT-02, WHAT-02). */
export const MissionVision = ({ order, level = 2 }: MissionVisionProps) => (
  <div className={styles.pair}>
    {order.map((key) => {
      const { id, title, text, icon } = STATEMENTS[key];
      return (
        <section key={id} className={`${styles.card} ${styles[key]}`} aria-labelledby={id}>
          <span className={styles.icon}>
            <Icon shape={icon} />
          </span>
          <Heading level={level} id={id} className={styles.title}>
            {title}
          </Heading>
          <p className={styles.text}>{text}</p>
        </section>
      );
    })}
  </div>
);
