import type { SiteConfig } from '@site/shared/contracts/site';
import { Section, SectionHead } from '@site/shared/ui/section';
import { MoreLink } from '@site/shared/ui/text-link';
import { VisuallyHidden } from '@site/shared/ui/visually-hidden';
import { PROGRAMS } from '../programs/programs-content.ts';
import { ProgramsGrid } from '../programs/programs-grid.tsx';
import { Commitment } from './commitment.tsx';
import { Film } from './film.tsx';
import { Hero } from './hero.tsx';
import { ImpactSection } from './impact-section.tsx';
import { Stories } from './stories.tsx';

/** The order of the sections is the specification's (SHELL-15). The heading of the whole page is spoken alone: the slides' titles come and go. */
export const HomePage = ({ site }: { readonly site: SiteConfig }) => (
  <>
    <h1>
      <VisuallyHidden>{site.organisationName}: preventing drug abuse among young people in Nigeria and across Africa</VisuallyHidden>
    </h1>
    <Hero site={site} />
    <Commitment />
    <Film videoUrl={site.videoUrl} />
    <ImpactSection />
    <Section labelledBy="programs">
      <SectionHead eyebrow="Our programs" title="Six ways in" id="programs" action={<MoreLink to="/what-we-do">See all programs</MoreLink>} />
      <ProgramsGrid programs={PROGRAMS} />
    </Section>
    <Stories reviewsUrl={site.reviewsUrl} />
  </>
);
