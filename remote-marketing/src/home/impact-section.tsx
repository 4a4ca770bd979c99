import { Section, SectionHead } from '@site/shared/ui/section';
import { FigureList } from '../impact/figure-list.tsx';
import type { HomeContent } from './home-page-content.ts';
import styles from './impact-section.module.css';

export const ImpactSection = ({ figures, asOf }: { readonly figures: HomeContent['figures']; readonly asOf: string }) => (
  <Section tone="deep" cloth="oniko" sun="start" labelledBy="impact" className={styles.layout}>
    <SectionHead eyebrow="Our impact" title="Counted one young person at a time" id="impact" />
    <FigureList figures={figures} asOf={asOf} />
  </Section>
);
