import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import { Eyebrow } from './eyebrow.tsx';
import { Heading, type HeadingLevel } from './heading.tsx';
import { type Pattern, PatternBackground } from './pattern-background.tsx';
import styles from './section.module.css';
import { SunDisc } from './sun-disc.tsx';
import tones from './tone.module.css';

type SectionTone = 'ground' | 'mist' | 'sun' | 'deep';

interface SectionProps {
  readonly tone?: SectionTone | undefined;
  readonly pattern?: Pattern | undefined;
  /** Position of the sun: `start` at the bottom left (top right on phones), `end` at the bottom right. */
  readonly sun?: 'start' | 'end' | undefined;
  /** Padding: `tight` below a banner, `none` if the page sets its own padding. */
  readonly spacing?: 'band' | 'tight' | 'none' | undefined;
  /** Limits the column to 720 pixels, for readability. */
  readonly narrow?: boolean | undefined;
  readonly id?: string | undefined;
  readonly labelledBy?: string | undefined;
  readonly label?: string | undefined;
  readonly roleDescription?: string | undefined;
  readonly className?: string | undefined;
  readonly children: ReactNode;
}

export const Section = ({
  tone = 'ground',
  pattern,
  sun,
  spacing = 'band',
  narrow = false,
  id,
  labelledBy,
  label,
  roleDescription,
  className,
  children,
}: SectionProps) => (
  <section
    id={id}
    className={classNames(styles.section, tones[tone], styles[spacing])}
    data-ground={tone === 'deep' ? 'deep' : undefined}
    aria-labelledby={labelledBy}
    aria-label={label}
    aria-roledescription={roleDescription}
  >
    {pattern !== undefined && <PatternBackground pattern={pattern} />}
    {sun !== undefined && <SunDisc className={sun === 'start' ? styles.sunStart : styles.sunEnd} />}
    <div className={classNames(styles.wrap, narrow && styles.narrow, className)}>{children}</div>
  </section>
);

interface SectionHeadProps {
  readonly eyebrow?: string | undefined;
  readonly title: ReactNode;
  readonly lead?: ReactNode;
  readonly id?: string | undefined;
  readonly level?: HeadingLevel | undefined;
  readonly action?: ReactNode;
  readonly flush?: boolean | undefined;
}

export const SectionHead = ({ eyebrow, title, lead, id, level = 2, action, flush = false }: SectionHeadProps) => (
  <div className={classNames(styles.head, action !== undefined && styles.split, flush && styles.flush)}>
    <div className={styles.headText}>
      {eyebrow !== undefined && <Eyebrow>{eyebrow}</Eyebrow>}
      <Heading level={level} id={id}>
        {title}
      </Heading>
      {lead !== undefined && <p className={styles.lead}>{lead}</p>}
    </div>
    {action}
  </div>
);
