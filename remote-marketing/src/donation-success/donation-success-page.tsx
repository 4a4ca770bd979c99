import { ButtonLink } from '@site/shared/ui/button';
import { Icon } from '@site/shared/ui/icon';
import { checkIcon } from '@site/shared/ui/icon-shapes';
import { PatternBackground } from '@site/shared/ui/pattern-background';
import { prefersReducedMotion } from '@site/shared/ui/reduced-motion';
import { SectionEdge } from '@site/shared/ui/section-edge';
import { SunDisc } from '@site/shared/ui/sun-disc';
import { useEffect } from 'react';
import styles from './donation-success-page.module.css';

interface DonationSuccessPageProps {
  /** Starts the host's confetti, which stops by itself. */
  readonly celebrate: () => void;
}

export const DonationSuccessPage = ({ celebrate }: DonationSuccessPageProps) => {
  useEffect(() => {
    window.scrollTo({ top: 0, behavior: prefersReducedMotion() ? 'auto' : 'smooth' });
    celebrate();
  }, [celebrate]);
  return (
    <section className={styles.stage} data-ground="deep" aria-labelledby="thanks">
      <PatternBackground pattern="oniko" />
      <div className={styles.text}>
        <span className={styles.icon}>
          <SunDisc className={styles.sun} />
          <Icon shape={checkIcon} />
        </span>
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
      <SectionEdge tone="deep" />
    </section>
  );
};
