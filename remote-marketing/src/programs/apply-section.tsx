import { ButtonLink } from '@site/shared/ui/button';
import { Section, SectionHead } from '@site/shared/ui/section';
import styles from './apply-section.module.css';
import type { ProgramDetail } from './program-loader.ts';

const getWhatsAppLink = (telephone: string, text: string): string => `https://wa.me/${telephone.replace(/\D/g, '')}?text=${encodeURIComponent(text)}`;

interface ApplyLinkProps {
  readonly program: Pick<ProgramDetail, 'title' | 'applyBy'>;
  readonly telephone: string;
}

/** Where staff want applications for the program. */
export const ApplyLink = ({ program: { title, applyBy }, telephone }: ApplyLinkProps) =>
  applyBy === 'volunteer-form' ? (
    <ButtonLink to="/volunteer">Apply with the volunteer form</ButtonLink>
  ) : (
    <ButtonLink href={getWhatsAppLink(telephone, `Hello, I would like to apply for ${title}.`)} newTab>
      Apply on WhatsApp
    </ButtonLink>
  );

interface ApplySectionProps {
  readonly title: string;
  readonly telephone: string;
}

/** The next step after reading about a program: each link names where it leads. */
export const ApplySection = ({ title, telephone }: ApplySectionProps) => (
  <Section tone="mist" labelledBy="apply">
    <SectionHead
      eyebrow="Your next step"
      title={`Take part in ${title}`}
      id="apply"
      lead="You do not need to have everything worked out. Ask us first, for yourself or for somebody you care about."
    />
    <div className={styles.actions}>
      <ButtonLink href={getWhatsAppLink(telephone, `Hello, I would like to know more about ${title}.`)} newTab>
        Ask us on WhatsApp
      </ButtonLink>
      <ButtonLink to="/volunteer" variant="secondary">
        Help as a volunteer
      </ButtonLink>
    </div>
  </Section>
);
