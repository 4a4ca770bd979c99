import type { SiteConfig } from '@site/shared/contracts/site';
import { ButtonLink } from '@site/shared/ui/button';
import { Eyebrow } from '@site/shared/ui/eyebrow';
import { handIcon, heartIcon, mailIcon } from '@site/shared/ui/icon-shapes';
import { PlainLink } from '@site/shared/ui/link';
import { PatternBackground } from '@site/shared/ui/pattern-background';
import styles from './closing-call.module.css';

/** Call to action before the footer (NS-03). */
export const ClosingCall = ({ site }: { readonly site: SiteConfig }) => (
  <section className={styles.closing} data-ground="cloth" aria-labelledby="closing-call">
    <PatternBackground pattern="eleko" />
    <div className={styles.seam} aria-hidden="true" />
    <div className={styles.wrap}>
      <div className={styles.text}>
        <Eyebrow>Your turn</Eyebrow>
        <h2 className={styles.title} id="closing-call">
          Stand beside one young person
        </h2>
        <p className={styles.lead}>One mentor. One classroom. One honest conversation at the right time.</p>
      </div>
      <div className={styles.actions}>
        <ButtonLink href={site.donateUrl} newTab variant="sun" icon={heartIcon} wide>
          Donate
        </ButtonLink>
        <ButtonLink to="/volunteer" newTab variant="white" icon={handIcon} wide>
          Volunteer
        </ButtonLink>
        <ButtonLink href={`mailto:${site.partnerEmail}`} variant="secondary" icon={mailIcon} wide>
          Partner with us
        </ButtonLink>
      </div>
      <PlainLink to="/donate#bank-transfer" className={styles.bankTransfer}>
        Give by bank transfer
      </PlainLink>
    </div>
  </section>
);
