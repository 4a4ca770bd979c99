import type { SiteConfig } from '@site/shared/contracts/site';
import { Card, CardBody, CardFoot, CardMedia, CardTitle } from '@site/shared/ui/card';
import { ContentImage } from '@site/shared/ui/content-image';
import { Grid } from '@site/shared/ui/grid';
import { PageBanner } from '@site/shared/ui/page-banner';
import { Section, SectionHead } from '@site/shared/ui/section';
import { MoreLink } from '@site/shared/ui/text-link';
import { EXECUTIVE_TEAM } from '../team/team-content.ts';
import { TeamGrid } from '../team/team-grid.tsx';
import { ABOUT_US, HUB_DETAILS, type IllustratedSection, PHILOSOPHY, STORY, VALUES, type ValueItem } from './about-content.ts';
import styles from './about-page.module.css';
import { MissionVision } from './mission-vision.tsx';
import { SdgSection } from './sdg-section.tsx';
import rowStyles from './story.module.css';

/** Hubs from the site's configuration, each with the image at the same index (ABOUT-06 to ABOUT-08). */
const HubGrid = ({ hubs }: { readonly hubs: SiteConfig['hubs'] }) => (
  <Grid columns={4}>
    {hubs.map(({ name, location, email }, position) => {
      const details = HUB_DETAILS[position];
      return (
        <Card key={name}>
          {details !== undefined && (
            <CardMedia>
              <ContentImage src={details.image} alt={details.imageAlt} width={800} height={500} />
            </CardMedia>
          )}
          <CardBody>
            <CardTitle>{name}</CardTitle>
            <p className={styles.place}>{location}</p>
            <CardFoot>
              <MoreLink href={`mailto:${email}`} label={`Write to us: ${name}`}>
                Write to us
              </MoreLink>
            </CardFoot>
          </CardBody>
        </Card>
      );
    })}
  </Grid>
);

interface StoryRowProps {
  readonly story: IllustratedSection;
  readonly eyebrow: string;
  /** Which side the image is on, on wide screens. On phones, the image is above the text. */
  readonly imageSide: 'start' | 'end';
  readonly tone?: 'ground' | 'mist';
}

const StoryRow = ({ story, eyebrow, imageSide, tone = 'ground' }: StoryRowProps) => (
  <Section tone={tone} labelledBy={story.id} className={imageSide === 'start' ? `${rowStyles.row} ${rowStyles.mirrored}` : rowStyles.row}>
    <div className={rowStyles.text}>
      <SectionHead eyebrow={eyebrow} title={story.title} id={story.id} flush />
      {story.paragraphs.map((paragraph) => (
        <p key={paragraph}>{paragraph}</p>
      ))}
      {story.more !== undefined && <MoreLink to={story.more.to}>{story.more.label}</MoreLink>}
    </div>
    <div className={rowStyles.image}>
      <ContentImage src={story.image} alt={story.imageAlt} width={1000} height={750} />
    </div>
  </Section>
);

const ICON_SHAPES: Readonly<Record<ValueItem['icon'], string>> = {
  spark: 'M13 2L5 14h6l-1 8 8-12h-6z',
  heart: 'M12 20s-8-4.6-8-10.500A4.500 4.500 0 0 1 12 7a4.500 4.500 0 0 1 8 2.500C20 15.400 12 20 12 20z',
  bulb: 'M9 18h6M10 21h4M8.500 15c-1.500-1.300-2.500-3-2.500-5a6 6 0 0 1 12 0c0 2-1 3.700-2.500 5z',
  people:
    'M5.500 8a3.500 3.500 0 1 0 7 0a3.500 3.500 0 1 0-7 0zM3 20c0-4 2.500-6 6-6s6 2 6 6M16 5a3.500 3.500 0 0 1 0 6.500M17.500 14.500c2.200.6 3.500 2.500 3.500 5.500',
  shield: 'M12 3c2.500 1.800 5 2.500 8 2.500 0 7-2.500 12-8 15.500-5.500-3.500-8-8.500-8-15.500 3 0 5.500-.7 8-2.500zM8.500 12l2.500 2.500 4.500-5',
};

const ValueTiles = () => (
  <ul className={styles.tiles}>
    {VALUES.map(({ icon, title, description }) => (
      <li key={title} className={styles.tile} data-ground="surface">
        <svg className={styles.icon} width="24" height="24" viewBox="0 0 24 24" aria-hidden="true">
          <path d={ICON_SHAPES[icon]} />
        </svg>
        <h3>{title}</h3>
        <p className={styles.valueTilesText}>{description}</p>
      </li>
    ))}
  </ul>
);

const TEAM_PREVIEW_COUNT = 3;

/** Sections in the specified order (ABOUT-02). */
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
      <SectionHead eyebrow="What we stand for" title="Our Values" id="values" />
      <ValueTiles />
    </Section>
    <Section labelledBy="hubs">
      <SectionHead eyebrow="Where to find us" title="Our Hubs" id="hubs" />
      <HubGrid hubs={site.hubs} />
    </Section>
    <Section tone="mist" labelledBy="team">
      <SectionHead eyebrow="The people" title="Meet Our Team" id="team" action={<MoreLink to="/team">See Full Team</MoreLink>} />
      <TeamGrid members={EXECUTIVE_TEAM.slice(0, TEAM_PREVIEW_COUNT)} />
    </Section>
  </>
);
