import { whatsAppHref } from '@site/shared/domain/whatsapp-href';
import { ButtonLink } from '@site/shared/ui/button';
import { Section, SectionHead } from '@site/shared/ui/section';
import styles from './apply-section.module.css';
import type { ProgramDetail } from './program-loader.ts';

const BookVisitLink = () => <ButtonLink to="/school-visit">Book a school visit</ButtonLink>;

interface ApplyLinkProps {
  readonly program: Pick<ProgramDetail, 'title' | 'applyBy'>;
  readonly telephone: string;
}

export const ApplyLink = ({ program: { title, applyBy }, telephone }: ApplyLinkProps) => {
  switch (applyBy) {
    case 'volunteer-form':
      return <ButtonLink to="/volunteer">Apply with the volunteer form</ButtonLink>;
    case 'school-visit-form':
      return <BookVisitLink />;
    case 'whatsapp':
      return (
        <ButtonLink href={whatsAppHref(telephone, `Hello, I would like to apply for ${title}.`)} newTab>
          Apply on WhatsApp
        </ButtonLink>
      );
    default:
      return applyBy satisfies never;
  }
};

export const ApplySection = ({ program: { title, applyBy }, telephone }: ApplyLinkProps) => {
  const isForSchools = applyBy === 'school-visit-form';
  const lead = isForSchools
    ? 'Tell us about your school and the weeks that suit you. The visit is free.'
    : "You don't need to have it all worked out. Ask us first, for yourself or for someone you care about.";
  const askLink = (
    <ButtonLink href={whatsAppHref(telephone, `Hello, I would like to know more about ${title}.`)} newTab variant={isForSchools ? 'secondary' : 'primary'}>
      Ask us on WhatsApp
    </ButtonLink>
  );
  return (
    <Section tone="mist" labelledBy="apply">
      <SectionHead eyebrow="Your next step" title={isForSchools ? `Bring ${title} to your school` : `Take part in ${title}`} id="apply" lead={lead} />
      <div className={styles.actions}>
        {isForSchools ? (
          <>
            <BookVisitLink />
            {askLink}
          </>
        ) : (
          <>
            {askLink}
            <ButtonLink to="/volunteer" variant="secondary">
              Volunteer with us
            </ButtonLink>
          </>
        )}
      </div>
    </Section>
  );
};
