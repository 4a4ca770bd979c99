import type { SiteConfig } from '@site/shared/contracts/site';
import { ButtonLink } from '@site/shared/ui/button';
import { ContentImage } from '@site/shared/ui/content-image';
import { Eyebrow } from '@site/shared/ui/eyebrow';
import { handIcon, heartIcon } from '@site/shared/ui/icon-shapes';
import { PatternBackground } from '@site/shared/ui/pattern-background';
import { SectionEdge } from '@site/shared/ui/section-edge';
import { SlideControls } from '../carousel/slide-controls.tsx';
import { useSlideshow } from '../carousel/use-slideshow.ts';
import styles from './hero.module.css';
import type { HomeContent } from './home-content.ts';

const INTERVAL_MS = 5000;

/** Three slides that share one set of buttons (HOME-01 to HOME-04). The first slide is visible without JavaScript. */
export const Hero = ({ site, slides }: { readonly site: SiteConfig; readonly slides: HomeContent['slides'] }) => {
  const slideshow = useSlideshow(slides.length, INTERVAL_MS);
  const { area, index, isHydrated, isMoving } = slideshow;
  return (
    <section ref={area} className={styles.hero} data-ground="deep" aria-roledescription="carousel" aria-label="Highlights">
      <PatternBackground pattern="oniko" />
      <div className={styles.slides} aria-live={isMoving ? 'off' : 'polite'}>
        {slides.map((slide, position) => (
          // biome-ignore lint/a11y/useSemanticElements: a slide is a group of a carousel, not a set of fields.
          <div
            key={slide.title}
            className={position === index ? `${styles.slide} ${styles.current}` : styles.slide}
            role="group"
            aria-roledescription="slide"
            aria-label={`${position + 1} of ${slides.length}`}
            inert={isHydrated && position !== index}
          >
            <div className={styles.image}>
              <ContentImage src={slide.image} alt={slide.imageAlt} width={1000} height={800} priority={position === 0} />
            </div>
            <div className={styles.text}>
              <Eyebrow>{slide.subtitle}</Eyebrow>
              <h2 className={styles.title}>{slide.title}</h2>
              <p className={styles.description}>{slide.description}</p>
            </div>
          </div>
        ))}
      </div>
      <div className={styles.actions}>
        <div className={styles.buttons}>
          <ButtonLink href={site.donateUrl} newTab variant="sun" icon={heartIcon}>
            Donate
          </ButtonLink>
          <ButtonLink to="/volunteer" newTab variant="secondary" icon={handIcon}>
            Volunteer
          </ButtonLink>
        </div>
        <SlideControls slideshow={slideshow} count={slides.length} />
      </div>
      <SectionEdge />
    </section>
  );
};
