import type { SiteConfig } from '@site/shared/contracts/site';
import { PageBanner } from '@site/shared/ui/page-banner';
import { Section, SectionHead } from '@site/shared/ui/section';
import { MoreLink } from '@site/shared/ui/text-link';
import { EXECUTIVE_TEAM } from '../team/team-content.ts';
import { TeamGrid } from '../team/team-grid.tsx';
import { ABOUT_US, PHILOSOPHY, STORY } from './about-content.ts';
import { HubGrid } from './hub-grid.tsx';
import { MissionVision } from './mission-vision.tsx';
import { SdgSection } from './sdg-section.tsx';
import { StoryRow } from './story-row.tsx';
import { ValueTiles } from './value-tiles.tsx';

/** How many people the page introduces before it leads on to all of them. */
const INTRODUCED = 3;

/** The sections stand in the specification's order (ABOUT-02). */
export const AboutPage = ({ site }: { readonly site: SiteConfig }) => (
  <>
    <PageBanner
      tone="indigo"
      title="Empowering Youth for a Better Tomorrow"
      lead="Honest facts, steady mentors and real chances, for young people in Nigeria and across Africa."
    />
    <StoryRow story={ABOUT_US} eyebrow="Who we are" imageSide="end" />
    <Section spacing="none">
      <MissionVision order={['vision', 'mission']} />
    </Section>
    <StoryRow story={STORY} eyebrow="How it began" imageSide="start" />
    <StoryRow story={PHILOSOPHY} eyebrow="What drives us" imageSide="end" tone="mist" />
    <SdgSection tone="ground" />
    <Section tone="sun" labelledBy="values">
      <SectionHead eyebrow="What we hold on to" title="Our Values" id="values" />
      <ValueTiles />
    </Section>
    <Section labelledBy="hubs">
      <SectionHead eyebrow="Where to find us" title="Our Hubs" id="hubs" />
      <HubGrid hubs={site.hubs} />
    </Section>
    <Section tone="mist" labelledBy="team">
      <SectionHead eyebrow="The people" title="Meet Our Team" id="team" action={<MoreLink to="/team">See Full Team</MoreLink>} />
      <TeamGrid members={EXECUTIVE_TEAM.slice(0, INTRODUCED)} />
    </Section>
  </>
);
