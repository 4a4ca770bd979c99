import { PatternBackground } from '@site/shared/ui/pattern-background';
import { SectionEdge } from '@site/shared/ui/section-edge';
import { SunDisc } from '@site/shared/ui/sun-disc';
import type { ReactNode } from 'react';
import styles from './entry-stage.module.css';

interface EntryStageProps {
  readonly title: string;
  readonly titleId: string;
  readonly lead: string;
  readonly children: ReactNode;
}

/** Shows a card in front of a rising sun, for sign-in and invitations. */
export const EntryStage = ({ title, titleId, lead, children }: EntryStageProps) => (
  <div className={styles.stage} data-ground="deep">
    <PatternBackground pattern="oniko" />
    <SunDisc className={styles.sun} />
    <div className={styles.card} data-ground="surface">
      <div>
        <h1 id={titleId} className={styles.title}>
          {title}
        </h1>
        <p className={styles.lead}>{lead}</p>
      </div>
      {children}
    </div>
    <SectionEdge tone="deep" />
  </div>
);
