import type { SiteConfig } from '@site/shared/contracts/site';
import { BulletList } from '@site/shared/ui/bullet-list';
import { ButtonLink } from '@site/shared/ui/button';
import { outIcon } from '@site/shared/ui/icon-shapes';
import { PageBanner } from '@site/shared/ui/page-banner';
import { Section } from '@site/shared/ui/section';
import { EmailLink } from '@site/shared/ui/text-link';
import { type ComponentType, useEffect, useState } from 'react';
import { GiftSection } from '../giving/gift-section.tsx';
import { getGiftFacts } from '../giving/giving-text.ts';
import { EBOOK } from './ebook-content.ts';
import frame from './ebook-frame.module.css';
import { EbookImage } from './ebook-image.tsx';
import styles from './ebook-page.module.css';

/** Shows the first image while the carousel loads, and without JavaScript. */
const EbookPreview = () => {
  const [Carousel, setCarousel] = useState<ComponentType | undefined>(undefined);

  useEffect(() => {
    let isUnmounted = false;
    import(/* webpackChunkName: "ebook-carousel" */ './ebook-carousel.tsx')
      .then(({ EbookCarousel }) => {
        if (!isUnmounted) setCarousel(() => EbookCarousel);
      })
      .catch((error: unknown) => console.error('The ebook carousel could not be loaded', error));
    return () => {
      isUnmounted = true;
    };
  }, []);

  return (
    <div className={styles.preview}>
      {Carousel === undefined ? (
        <div className={frame.frame}>
          <EbookImage position={0} />
        </div>
      ) : (
        <Carousel />
      )}
    </div>
  );
};

export const EbookPage = ({ site }: { readonly site: SiteConfig }) => (
  <>
    <PageBanner tone="lagoon" eyebrow="Our ebook" title={EBOOK.title} lead="For young people and everyone who supports them." />
    <Section className={styles.layout}>
      <EbookPreview />
      <div className={styles.text}>
        <p className={styles.description}>{EBOOK.description}</p>
        <BulletList>
          {EBOOK.highlights.map((highlight) => (
            <li key={highlight}>{highlight}</li>
          ))}
        </BulletList>
        <ButtonLink href={site.storeUrl} newTab iconEnd={outIcon}>
          {EBOOK.buy}
        </ButtonLink>
        <p>
          {EBOOK.cannotPay} <EmailLink email={site.email} />
        </p>
      </div>
    </Section>
    <GiftSection giving={getGiftFacts()} />
  </>
);
