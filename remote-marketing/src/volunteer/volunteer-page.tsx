import type { HostServices } from '@site/shared/remote/host-services';
import { PageBanner } from '@site/shared/ui/page-banner';
import { Section } from '@site/shared/ui/section';
import { VOLUNTEER } from './volunteer-content.ts';
import { VolunteerForm } from './volunteer-form.tsx';
import styles from './volunteer-page.module.css';

export const VolunteerPage = ({ services }: { readonly services: HostServices }) => (
  <>
    <PageBanner tone="zobo" pattern="comb" title={VOLUNTEER.title} lead={VOLUNTEER.tagline} />
    <Section spacing="tight" className={styles.layout}>
      <div className={styles.introduction}>
        <p className={styles.intro}>{VOLUNTEER.intro}</p>
        <ol className={styles.steps}>
          {VOLUNTEER.steps.map(({ title, text }) => (
            <li key={title} className={styles.step}>
              <b>{title}</b>
              <span className={styles.text}>{text}</span>
            </li>
          ))}
        </ol>
      </div>
      <VolunteerForm services={services} />
    </Section>
  </>
);
