import { Section, SectionHead } from '@site/shared/ui/section';
import { FigureList } from '../impact/figure-list.tsx';
import { IMPACT_AS_OF, IMPACT_FIGURES } from '../impact/impact-content.ts';
import styles from './impact-section.module.css';

export const ImpactSection = () => (
  <Section tone="deep" cloth="oniko" sun="start" labelledBy="impact" className={styles.layout}>
    <SectionHead eyebrow="Our impact" title="Counted one young person at a time" id="impact" />
    <FigureList figures={IMPACT_FIGURES.home} asOf={IMPACT_AS_OF} />
  </Section>
);
