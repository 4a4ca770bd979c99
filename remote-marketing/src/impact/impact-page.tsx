import type { SiteConfig } from '@site/shared/contracts/site';
import { useLoaderData } from '@site/shared/router';
import { ContentImage } from '@site/shared/ui/content-image';
import { PageBanner } from '@site/shared/ui/page-banner';
import { Section, SectionHead } from '@site/shared/ui/section';
import { MoreLink } from '@site/shared/ui/text-link';
import story from '../about/story.module.css';
import { GiftSection } from '../giving/gift-section.tsx';
import { CountingSection, TrustSection } from '../trust/trust-section.tsx';
import { IMPACT_STATISTICS, IMPACT_STORY } from './impact-content.ts';
import type { ImpactFacts } from './impact-facts.ts';
import styles from './impact-page.module.css';
import { StatisticList } from './statistic-list.tsx';

export const ImpactPage = ({ site }: { readonly site: SiteConfig }) => {
  const { trust, giving } = useLoaderData<ImpactFacts>();
  return (
    <>
      <PageBanner tone="indigo" title="Our Impact" lead="Behind every number is a young person we reached in time." edge="deep" />
      <Section tone="deep" labelledBy="figures" className={styles.figures}>
        <SectionHead eyebrow="In figures" title="What we have achieved together" id="figures" />
        <StatisticList statistics={IMPACT_STATISTICS.impact} asOf={trust.asOf} />
      </Section>
      <Section labelledBy="impact-story" className={`${story.row} ${story.even}`}>
        <div className={`${story.image} ${story.wide}`}>
          <ContentImage src={IMPACT_STORY.image} alt={IMPACT_STORY.imageAlt} width={1200} height={800} />
        </div>
        <div className={story.text}>
          <SectionHead eyebrow="How it happens" title={IMPACT_STORY.title} id="impact-story" flush />
          {IMPACT_STORY.paragraphs.map((paragraph) => (
            <p key={paragraph}>{paragraph}</p>
          ))}
          <MoreLink to="/impact#trust">Registration, board, reports and complaints</MoreLink>
        </div>
      </Section>
      <CountingSection trust={trust} />
      <TrustSection trust={trust} site={site} />
      <GiftSection giving={giving} />
    </>
  );
};
