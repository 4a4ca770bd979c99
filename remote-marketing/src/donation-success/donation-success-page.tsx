import { ButtonLink } from '@site/shared/ui/button';
import { Icon } from '@site/shared/ui/icon';
import { checkIcon } from '@site/shared/ui/icon-shapes';
import { PatternBackground } from '@site/shared/ui/pattern-background';
import { prefersReducedMotion } from '@site/shared/ui/reduced-motion';
import { Section, SectionHead } from '@site/shared/ui/section';
import { SectionEdge } from '@site/shared/ui/section-edge';
import { SunDisc } from '@site/shared/ui/sun-disc';
import { MoreLink } from '@site/shared/ui/text-link';
import { useEffect } from 'react';
import styles from './donation-success-page.module.css';

interface DonationSuccessPageProps {
  readonly celebrate: () => void;
  readonly siteUrl: string;
}

/** Text that donors can share. The text names no amount, because donors may want to keep the amount private. */
const SHARE_TEXT = 'I gave so that young people get honest facts, a mentor and a real chance. Will you give too?';

export const DonationSuccessPage = ({ celebrate, siteUrl }: DonationSuccessPageProps) => {
  useEffect(() => {
    window.scrollTo({ top: 0, behavior: prefersReducedMotion() ? 'auto' : 'smooth' });
    celebrate();
  }, [celebrate]);
  return (
    <>
      <section className={styles.stage} data-ground="deep" aria-labelledby="thanks">
        <PatternBackground pattern="oniko" />
        <div className={styles.text}>
          <div className={styles.icon}>
            <SunDisc className={styles.sun} />
            <Icon shape={checkIcon} />
          </div>
          <h1 id="thanks" className={styles.title}>
            Thank You for Your Generous Donation!
          </h1>
          <p className={styles.lead}>
            Your support makes a real difference in our mission to empower young people and create drug-free communities. We are incredibly grateful for your
            contribution.
          </p>
          <p className={styles.close}>You are helping us build a brighter future. Thank you!</p>
          <ButtonLink to="/" variant="sun">
            Back to Home
          </ButtonLink>
        </div>
        <SectionEdge />
      </section>
      <Section labelledBy="next">
        <SectionHead eyebrow="What happens next" title="Your gift is on its way" id="next" />
        <ol className={styles.steps}>
          <li>You will get a receipt on the payment page or by email. Please keep it.</li>
          <li>Your gift pays for workbooks, mentors and visits to schools. Our impact page shows the results.</li>
          <li>Tell one person. A gift that you tell others about can become two.</li>
        </ol>
        <div className={styles.actions}>
          <ButtonLink href={`https://wa.me/?text=${encodeURIComponent(`${SHARE_TEXT} ${new URL('/donate', siteUrl).href}`)}`} newTab>
            Share on WhatsApp
          </ButtonLink>
          <MoreLink to="/impact">See our impact</MoreLink>
          <MoreLink to="/volunteer">Volunteer with us</MoreLink>
        </div>
      </Section>
    </>
  );
};
