import type { HostServices } from '@site/shared/host-services';
import { PageBanner } from '@site/shared/ui/page-banner';
import { Section } from '@site/shared/ui/section';
import { VOLUNTEER } from './volunteer-content.ts';
import styles from './volunteer-page.module.css';

export const VolunteerPage = ({ services }: { readonly services: HostServices }) => (
  <>
    <PageBanner tone="zobo" pattern="comb" title={VOLUNTEER.title} lead={VOLUNTEER.tagline} />
    <Section spacing="tight" className={styles.layout}>
      <p>{VOLUNTEER.intro}</p>
    </Section>
  </>
);
