import type { SiteConfig } from '@site/shared/contracts/site';
import { ButtonLink } from '@site/shared/ui/button';
import { Section, SectionHead } from '@site/shared/ui/section';
import { MoreLink } from '@site/shared/ui/text-link';
import styles from './apply-section.module.css';

interface ApplySectionProps {
  readonly title: string;
  readonly path: string;
  readonly site: SiteConfig;
}

/** The next step after reading about a program: each link names where it leads. */
export const ApplySection = ({ title, path, site: { telephone, siteUrl } }: ApplySectionProps) => {
  const question = encodeURIComponent(`Hello, I would like to know more about ${title}.`);
  const recommendation = encodeURIComponent(`${title}: ${new URL(path, siteUrl).href}`);
  return (
    <Section tone="mist" labelledBy="apply">
      <SectionHead
        eyebrow="Your next step"
        title={`Take part in ${title}`}
        id="apply"
        lead="You do not need to have everything worked out. Ask us first, for yourself or for somebody you care about."
      />
      <div className={styles.actions}>
        <ButtonLink href={`https://wa.me/${telephone.replace(/\D/g, '')}?text=${question}`} newTab>
          Ask us on WhatsApp
        </ButtonLink>
        <ButtonLink to="/volunteer" variant="secondary">
          Help as a volunteer
        </ButtonLink>
        <MoreLink href={`https://wa.me/?text=${recommendation}`} newTab>
          Share this program on WhatsApp
        </MoreLink>
      </div>
    </Section>
  );
};
