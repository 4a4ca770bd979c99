import type { SiteConfig } from '@site/shared/contracts/site';
import { WAYS_IN } from '@site/shared/domain/ways-in';
import { useLoaderData } from '@site/shared/router';
import { Card, CardBody, CardTitle } from '@site/shared/ui/card';
import { Grid } from '@site/shared/ui/grid';
import { PlainLink } from '@site/shared/ui/link';
import { PatternBackground } from '@site/shared/ui/pattern-background';
import { Section, SectionHead } from '@site/shared/ui/section';
import { MoreLink } from '@site/shared/ui/text-link';
import { VisuallyHidden } from '@site/shared/ui/visually-hidden';
import { StatisticList } from '../impact/statistic-list.tsx';
import { ProgramsGrid } from '../programs/programs-grid.tsx';
import { Film } from './film.tsx';
import { Hero } from './hero.tsx';
import type { HomeContent } from './home-content.ts';
import styles from './home-page.module.css';
import { Stories } from './stories.tsx';

const PATTERNS = { speech: 'eleko', umbrella: 'comb', sprout: 'oniko' } as const;

/**
 * Starting points for each kind of visitor. They are in the first section below the slides, because the requirements allow no additional section (SHELL-15).
 */
const WaysIn = () => (
  <nav aria-label="Where to start">
    <ul className={styles.ways}>
      {WAYS_IN.map(({ label, to }) => (
        <li key={to}>
          <PlainLink to={to} className={styles.way}>
            {label}
          </PlainLink>
        </li>
      ))}
    </ul>
  </nav>
);

const Commitment = ({ cards }: { readonly cards: HomeContent['commitments'] }) => (
  <Section labelledBy="commitment">
    <WaysIn />
    <SectionHead eyebrow="What we promise" title="Our Commitment" id="commitment" />
    <Grid columns={3}>
      {cards.map(({ title, description, theme, illustration }) => (
        <Card key={title}>
          <div className={`${styles.top} ${styles[theme]}`}>
            <PatternBackground pattern={PATTERNS[theme]} strength="card" />
            <img src={illustration} alt="" width={152} height={152} loading="lazy" className={styles.illustration} />
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

const ImpactSection = ({ statistics, asOf }: { readonly statistics: HomeContent['statistics']; readonly asOf: string }) => (
  <Section tone="deep" pattern="oniko" sun="start" labelledBy="impact" className={styles.layout}>
    <SectionHead eyebrow="Our impact" title="Counted one young person at a time" id="impact" lead={<MoreLink to="/news">Read our news</MoreLink>} />
    <StatisticList statistics={statistics} asOf={asOf} />
  </Section>
);

/** Sections in the specified order (SHELL-15). The `h1` is for screen readers only, because the titles of the slides change. */
export const HomePage = ({ site }: { readonly site: SiteConfig }) => {
  const content = useLoaderData<HomeContent>();
  return (
    <>
      <VisuallyHidden as="h1">{`${site.organisationName}: preventing drug abuse among young people in Nigeria and across Africa`}</VisuallyHidden>
      <Hero site={site} slides={content.slides} />
      <Commitment cards={content.commitments} />
      <Film film={content.film} videoUrl={site.videoUrl} />
      <ImpactSection statistics={content.statistics} asOf={content.statisticsAsOf} />
      <Section labelledBy="programs">
        <SectionHead eyebrow="Our programs" title="Six ways to get involved" id="programs" action={<MoreLink to="/what-we-do">See all programs</MoreLink>} />
        <ProgramsGrid programs={content.programs} />
      </Section>
      <Stories reviewsUrl={site.reviewsUrl} note={content.testimonialsNote} testimonials={content.testimonials} />
    </>
  );
};
