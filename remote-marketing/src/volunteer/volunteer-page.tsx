import type { HostServices } from '@site/shared/remote/host-services';
import { ContentImage } from '@site/shared/ui/content-image';
import { PageBanner } from '@site/shared/ui/page-banner';
import { Section } from '@site/shared/ui/section';
import { ExternalLink } from '@site/shared/ui/text-link';
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
        <div className={styles.image}>
          <ContentImage src={VOLUNTEER.image} alt={VOLUNTEER.imageAlt} width={1000} height={800} />
        </div>
        <p className={styles.questions}>
          {VOLUNTEER.questions} <ExternalLink href={`mailto:${services.site.email}`}>{services.site.email}</ExternalLink>
        </p>
      </div>
      <VolunteerForm services={services} />
    </Section>
  </>
);
