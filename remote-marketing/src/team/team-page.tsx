import { PageBanner } from '@site/shared/ui/page-banner';
import { Section, SectionHead } from '@site/shared/ui/section';
import { ADVISORY_BOARD, EXECUTIVE_TEAM, TEAM_NOTE } from './team-content.ts';
import { TeamGrid } from './team-grid.tsx';
import styles from './team-page.module.css';

export const TeamPage = () => (
  <>
    <PageBanner tone="indigo" title="Our Team" lead="The people who plan the lessons, pick up the phone and account for every naira." />
    <Section labelledBy="executive">
      <SectionHead eyebrow="Day to day" title="Executive Team" id="executive" />
      <TeamGrid members={EXECUTIVE_TEAM} />
    </Section>
    <Section tone="mist" labelledBy="board">
      <SectionHead eyebrow="Advice and oversight" title="Advisory Board" id="board" />
      <TeamGrid members={ADVISORY_BOARD} />
      <p className={styles.note}>{TEAM_NOTE}</p>
    </Section>
  </>
);
