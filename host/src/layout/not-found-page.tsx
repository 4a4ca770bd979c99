import type { SiteConfig } from '@site/shared/contracts/site';
import { telephoneHref } from '@site/shared/domain/telephone-href';
import { ButtonLink, ButtonRow } from '@site/shared/ui/button';
import { phoneIcon } from '@site/shared/ui/icon-shapes';
import { SunDisc } from '@site/shared/ui/sun-disc';
import { VisuallyHidden } from '@site/shared/ui/visually-hidden';
import styles from './not-found-page.module.css';
import { SearchField } from './search-field.tsx';

/** Page for unknown paths (NF-01, NF-02): a large 404 whose zero is the sun, setting into three waves. */
export const NotFoundPage = ({ site }: { readonly site: SiteConfig }) => (
  <section className={styles.page}>
    <div className={styles.text}>
      <h1>
        <VisuallyHidden>404 </VisuallyHidden>
        Page Not Found
      </h1>
      <p className={styles.lead}>The page you're looking for doesn't exist or has been moved.</p>
      <SearchField className={styles.search} />
      <ButtonRow centred>
        <ButtonLink to="/">Go back home</ButtonLink>
        <ButtonLink href={telephoneHref(site.telephone)} variant="secondary" icon={phoneIcon}>
          Call our office
        </ButtonLink>
      </ButtonRow>
    </div>
    <div className={styles.number} aria-hidden="true">
      <span>4</span>
      <div className={styles.zero}>
        <SunDisc className={styles.sun} />
      </div>
      <span>4</span>
    </div>
    <svg className={styles.waves} width="1280" height="220" viewBox="0 0 1280 220" preserveAspectRatio="none" aria-hidden="true">
      <path className={styles.lagoon} d="M0 40Q107 10 213 40T427 40T640 40T853 40T1067 40T1280 40V220H0Z" />
      <path className={styles.violet} d="M0 96Q107 126 213 96T427 96T640 96T853 96T1067 96T1280 96V220H0Z" />
      <path className={styles.deep} d="M0 152Q107 122 213 152T427 152T640 152T853 152T1067 152T1280 152V220H0Z" />
    </svg>
  </section>
);
