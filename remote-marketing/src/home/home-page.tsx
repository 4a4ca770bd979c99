import type { SiteConfig } from '@site/shared/contracts/site';
import { useLoaderData } from '@site/shared/router';
import { Section, SectionHead } from '@site/shared/ui/section';
import { MoreLink } from '@site/shared/ui/text-link';
import { VisuallyHidden } from '@site/shared/ui/visually-hidden';
import { ProgramsGrid } from '../programs/programs-grid.tsx';
import { Commitment } from './commitment.tsx';
import { Film } from './film.tsx';
import { Hero } from './hero.tsx';
import type { HomeContent } from './home-page-content.ts';
import { ImpactSection } from './impact-section.tsx';
import { Stories } from './stories.tsx';

/** The order of the sections is the specification's (SHELL-15). The heading of the whole page is spoken alone: the slides' titles come and go. */
export const HomePage = ({ site }: { readonly site: SiteConfig }) => {
  const content = useLoaderData<HomeContent>();
  return (
    <>
      <VisuallyHidden as="h1">{site.organisationName}: preventing drug abuse among young people in Nigeria and across Africa</VisuallyHidden>
      <Hero site={site} slides={content.slides} />
      <Commitment cards={content.commitments} />
      <Film film={content.film} videoUrl={site.videoUrl} />
      <ImpactSection figures={content.figures} asOf={content.figuresAsOf} />
      <Section labelledBy="programs">
        <SectionHead eyebrow="Our programs" title="Six ways in" id="programs" action={<MoreLink to="/what-we-do">See all programs</MoreLink>} />
        <ProgramsGrid programs={content.programs} />
      </Section>
      <Stories reviewsUrl={site.reviewsUrl} testimonials={content.testimonials} />
    </>
  );
};
