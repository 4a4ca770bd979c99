import { PageBanner } from '@site/shared/ui/page-banner';
import { Section, SectionHead } from '@site/shared/ui/section';
import { MoreLink } from '@site/shared/ui/text-link';
import { MissionVision } from '../about/mission-vision.tsx';
import { SdgSection } from '../about/sdg-section.tsx';
import { GiftSection } from '../giving/gift-section.tsx';
import { getGiftFacts } from '../giving/giving-text.ts';
import { PROGRAMS } from '../programs/programs-content.ts';
import { ProgramsGrid } from '../programs/programs-grid.tsx';

export const WhatWeDoPage = () => (
  <>
    <PageBanner tone="leaf" title="What We Do" lead="We prevent drug harm by giving young people facts, support and something to look forward to." />
    <Section>
      <MissionVision order={['mission', 'vision']} />
    </Section>
    <Section tone="mist" labelledBy="programs">
      <SectionHead
        eyebrow="Find your place"
        title="Our Programs"
        id="programs"
        lead="Six ways to get involved, all free for young people."
        action={<MoreLink to="/school-visit">Book a school visit</MoreLink>}
      />
      <ProgramsGrid programs={PROGRAMS} isLinked />
    </Section>
    <SdgSection tone="ground" />
    <GiftSection giving={getGiftFacts()} />
  </>
);
