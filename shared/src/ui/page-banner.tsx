import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import { Cloth, type ClothPattern } from './cloth.tsx';
import { Eyebrow } from './eyebrow.tsx';
import { Hem, type HemTone } from './hem.tsx';
import styles from './page-banner.module.css';
import { SunDisc } from './sun-disc.tsx';

export type BannerTone = 'indigo' | 'leaf' | 'lagoon' | 'zobo';

export interface PageBannerProps {
  readonly tone: BannerTone;
  readonly title: string;
  readonly lead?: ReactNode;
  readonly eyebrow?: string | undefined;
  readonly pattern?: ClothPattern | undefined;
  /** Colour of the band below. */
  readonly hem?: HemTone | undefined;
  readonly children?: ReactNode;
}

/** The top of a page: its `h1` on a band of cloth, the sun at the edge, a toothed hem below. */
export const PageBanner = ({ tone, title, lead, eyebrow, pattern = 'oniko', hem = 'ground', children }: PageBannerProps) => (
  <section className={classNames(styles.banner, styles[tone])} data-ground={tone === 'indigo' ? 'deep' : 'cloth'}>
    <Cloth pattern={pattern} />
    <SunDisc className={styles.sun} />
    <div className={styles.wrap}>
      {eyebrow !== undefined && <Eyebrow>{eyebrow}</Eyebrow>}
      <h1 className={styles.title}>{title}</h1>
      {lead !== undefined && <p className={styles.lead}>{lead}</p>}
      {children}
    </div>
    <Hem tone={hem} />
  </section>
);
