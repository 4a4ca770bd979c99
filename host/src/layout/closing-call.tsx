import type { SiteConfig } from '@site/shared/contracts/site';
import { ButtonLink } from '@site/shared/ui/button';
import { Eyebrow } from '@site/shared/ui/eyebrow';
import { handIcon, heartIcon, mailIcon } from '@site/shared/ui/icon-shapes';
import { PatternBackground } from '@site/shared/ui/pattern-background';
import styles from './closing-call.module.css';

/** A zigzag line: each tooth leans out by `lean` and returns. */
const teeth = (start: string, count: number, stepX: number, stepY: number, lean: { readonly x: number; readonly y: number }): string => {
  const out = `l${stepX / 2 + lean.x} ${stepY / 2 + lean.y}`;
  const back = `l${stepX / 2 - lean.x} ${stepY / 2 - lean.y}`;
  return start + (out + back).repeat(count);
};

/** Indigo cloth sewn along a diagonal to the zobo cloth; on phones the seam runs across and rises. */
const WIDE_SEAM = `${teeth('M1080 0', 16, -18.75, 30, { x: 12, y: 0 })}H1700V0Z`;
const PHONE_SEAM = `${teeth('M0 300', 20, 20, -3, { x: 0, y: -10 })}V520H0Z`;

/** The call to action before the footer, the same on all pages that have it (NS-03). */
export const ClosingCall = ({ site }: { readonly site: SiteConfig }) => (
  <section className={styles.closing} data-ground="cloth" aria-labelledby="closing-call">
    <PatternBackground pattern="eleko" />
    <svg className={styles.wideSeam} width="1600" height="480" viewBox="0 0 1600 480" preserveAspectRatio="xMidYMid slice" aria-hidden="true">
      <path className={styles.indigo} d={WIDE_SEAM} />
    </svg>
    <svg className={styles.phoneSeam} width="400" height="520" viewBox="0 0 400 520" preserveAspectRatio="none" aria-hidden="true">
      <path className={styles.indigo} d={PHONE_SEAM} />
    </svg>
    <div className={styles.wrap}>
      <div className={styles.text}>
        <Eyebrow>Your turn</Eyebrow>
        <h2 className={styles.title} id="closing-call">
          Stand beside one young person
        </h2>
        <p className={styles.lead}>One mentor. One classroom. One honest conversation that arrives in time.</p>
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
    </div>
  </section>
);
