import { Card, CardBody, CardTitle } from '@site/shared/ui/card';
import { Cloth } from '@site/shared/ui/cloth';
import { Grid } from '@site/shared/ui/grid';
import { Section, SectionHead } from '@site/shared/ui/section';
import styles from './commitment.module.css';
import type { HomeContent } from './home-page-content.ts';

const CLOTHS = { speech: 'eleko', umbrella: 'comb', sprout: 'oniko' } as const;

export const Commitment = ({ cards }: { readonly cards: HomeContent['commitments'] }) => (
  <Section labelledBy="commitment">
    <SectionHead eyebrow="What we promise" title="Our Commitment" id="commitment" />
    <Grid columns={3}>
      {cards.map(({ title, description, drawing, parts }) => (
        <Card key={title}>
          <div className={`${styles.top} ${styles[drawing]}`}>
            <Cloth pattern={CLOTHS[drawing]} strength="card" />
            <svg className={styles.drawing} viewBox="0 0 152 152" aria-hidden="true">
              {parts.map(({ paint, path }) => (
                <path key={path} className={styles[paint]} d={path} />
              ))}
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
