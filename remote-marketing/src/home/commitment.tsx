import { Card, CardBody, CardTitle } from '@site/shared/ui/card';
import { Cloth } from '@site/shared/ui/cloth';
import { Grid } from '@site/shared/ui/grid';
import { Section, SectionHead } from '@site/shared/ui/section';
import type { ReactNode } from 'react';
import styles from './commitment.module.css';
import { COMMITMENTS, type CommitmentCard } from './home-content.ts';

/** Drawings in a box of 152 that stand on the lower edge of the card's top. */
const DRAWINGS: Readonly<Record<CommitmentCard['drawing'], ReactNode>> = {
  speech: (
    <>
      <path className={styles.ink} d="M16 22H112A24 24 0 0 1 136 46V92A24 24 0 0 1 112 116H62L30 146V116H16A12 12 0 0 1 4 104V34A12 12 0 0 1 16 22Z" />
      <path className={styles.sunLine} d="M28 52H112M28 74H96" />
      <path className={styles.whiteLine} d="M28 96H60" />
    </>
  ),
  umbrella: (
    <>
      <path className={styles.ink} d="M2 82A74 74 0 0 1 150 82Q138 70 126 82Q113 70 101 82Q88 70 76 82Q64 70 51 82Q39 70 26 82Q14 70 2 82Z" />
      <path className={styles.sun} d="M51 82Q52 30 76 8Q100 30 101 82Q88 70 76 82Q64 70 51 82Z" />
      <path className={styles.handle} d="M76 8V2M76 76V152" />
      <path className={styles.cream} d="M28 108a14 14 0 1 1 28 0a14 14 0 1 1-28 0ZM16 152Q16 126 42 125Q68 126 68 152Z" />
      <path className={styles.white} d="M97 108a14 14 0 1 1 28 0a14 14 0 1 1-28 0ZM84 152Q84 126 111 125Q137 126 137 152Z" />
    </>
  ),
  sprout: (
    <>
      <path className={styles.sun} d="M6 152A70 70 0 0 1 146 152Z" />
      <path className={styles.ray} d="M76 66V40M26 92L8 72M126 92L144 72" />
      <path className={styles.stem} d="M76 152V104" />
      <path className={styles.ink} d="M76 118Q74 82 112 78Q114 116 76 118ZM76 134Q76 104 44 100Q42 132 76 134Z" />
    </>
  ),
};

const CLOTHS = { speech: 'eleko', umbrella: 'comb', sprout: 'oniko' } as const;

export const Commitment = () => (
  <Section labelledBy="commitment">
    <SectionHead eyebrow="What we promise" title="Our Commitment" id="commitment" />
    <Grid columns={3}>
      {COMMITMENTS.map(({ title, description, drawing }) => (
        <Card key={title}>
          <div className={`${styles.top} ${styles[drawing]}`}>
            <Cloth pattern={CLOTHS[drawing]} strength="card" />
            <svg className={styles.drawing} viewBox="0 0 152 152" aria-hidden="true">
              {DRAWINGS[drawing]}
            </svg>
          </div>
          <CardBody>
            <CardTitle>{title}</CardTitle>
            <p>{description}</p>
          </CardBody>
        </Card>
      ))}
    </Grid>
  </Section>
);
