import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import { Eyebrow } from './eyebrow.tsx';
import styles from './page-banner.module.css';
import { type Pattern, PatternBackground } from './pattern-background.tsx';
import { SectionEdge, type SectionEdgeTone } from './section-edge.tsx';
import { SunDisc } from './sun-disc.tsx';

type BannerTone = 'indigo' | 'leaf' | 'lagoon' | 'zobo';

interface PageBannerProps {
  readonly tone: BannerTone;
  readonly title: string;
  readonly lead?: ReactNode;
  readonly eyebrow?: string | undefined;
  readonly pattern?: Pattern | undefined;
  readonly edge?: SectionEdgeTone | undefined;
  /** Makes the banner small on phones, for pages whose main content is below it. */
  readonly compact?: boolean;
  readonly children?: ReactNode;
}

export const PageBanner = ({ tone, title, lead, eyebrow, pattern = 'oniko', edge = 'ground', compact = false, children }: PageBannerProps) => (
  <section className={classNames(styles.banner, styles[tone], compact && styles.compact)} data-ground={tone === 'indigo' ? 'deep' : 'cloth'}>
    <PatternBackground pattern={pattern} />
    <SunDisc className={styles.sun} />
    <div className={styles.wrap}>
      {eyebrow !== undefined && <Eyebrow>{eyebrow}</Eyebrow>}
      <h1 className={styles.title}>{title}</h1>
      {lead !== undefined && <p className={styles.lead}>{lead}</p>}
      {children}
    </div>
    <SectionEdge tone={edge} />
  </section>
);
