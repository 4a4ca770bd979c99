import { Avatar } from '@site/shared/ui/avatar';
import { Section, SectionHead } from '@site/shared/ui/section';
import { MoreLink } from '@site/shared/ui/text-link';
import { VisuallyHidden } from '@site/shared/ui/visually-hidden';
import portraitTemplate from '../artwork/portrait-template.svg';
import { SlideControls } from '../carousel/slide-controls.tsx';
import { useSlideshow } from '../carousel/use-slideshow.ts';
import type { HomeContent } from './home-content.ts';
import styles from './stories.module.css';

const INTERVAL_MS = 5000;

const RATING_SCALE = 5;

const STAR = 'M12 2.8l2.8 6 6.5.8-4.8 4.5 1.3 6.4-5.8-3.2-5.8 3.2 1.3-6.4L2.7 9.6l6.5-.8z';

const Rating = ({ rating }: { readonly rating: number }) => (
  <p className={styles.stars}>
    {Array.from({ length: RATING_SCALE }, (_, position) => position + 1).map((star) => (
      <svg
        key={star}
        className={star <= rating ? `${styles.star} ${styles.filled}` : styles.star}
        width="24"
        height="24"
        viewBox="0 0 24 24"
        aria-hidden="true"
      >
        <path d={STAR} />
      </svg>
    ))}
    <VisuallyHidden>
      {rating} out of {RATING_SCALE}
    </VisuallyHidden>
  </p>
);

interface StoriesProps {
  readonly reviewsUrl: string;
  readonly testimonials: HomeContent['testimonials'];
}

/** Five reviews, one at a time (HOME-15 to HOME-20). */
export const Stories = ({ reviewsUrl, testimonials }: StoriesProps) => {
  const slideshow = useSlideshow(testimonials.length, INTERVAL_MS);
  const { area, index, isHydrated, isMoving } = slideshow;
  return (
    <Section tone="sun" sun="end" labelledBy="stories" className={styles.layout}>
      <div className={styles.head}>
        <SectionHead eyebrow="Success stories" title="In their words" id="stories" flush />
        <MoreLink href={reviewsUrl} newTab>
          Read more reviews
        </MoreLink>
      </div>
      <section ref={area} className={styles.carousel} aria-roledescription="carousel" aria-label="Success stories">
        <div className={styles.slides} aria-live={isMoving ? 'off' : 'polite'}>
          {testimonials.map(({ name, role, image, quote, rating }, position) => (
            // biome-ignore lint/a11y/useSemanticElements: a slide is a group of a carousel, not a set of fields.
            <div
              key={name}
              className={position === index ? `${styles.slide} ${styles.current}` : styles.slide}
              role="group"
              aria-roledescription="slide"
              aria-label={`${position + 1} of ${testimonials.length}`}
              inert={isHydrated && position !== index}
            >
              <Rating rating={rating} />
              <blockquote className={styles.quote}>“{quote}”</blockquote>
              <div className={styles.writer}>
                <Avatar src={image} name="" size="large" fallback={portraitTemplate} />
                <span>
                  <b className={styles.name}>{name}</b>
                  <span className={styles.role}>{role}</span>
                </span>
              </div>
            </div>
          ))}
        </div>
        <SlideControls slideshow={slideshow} count={testimonials.length} />
      </section>
    </Section>
  );
};
