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

const STAR_SIZE = 24;
const STAR_DISTANCE = 26;
const STAR_SHAPE = 'l2.8 6 6.5.8-4.8 4.5 1.3 6.4-5.8-3.2-5.8 3.2 1.3-6.4-4.8-4.5 6.5-.8z';

/** Returns the outline of a row of stars that starts at `position`. */
const drawStars = (count: number, position = 0): string =>
  `M${position * STAR_DISTANCE + STAR_SIZE / 2} 2.8${Array<string>(count).fill(STAR_SHAPE).join(`m${STAR_DISTANCE} 0`)}`;

/** Draws all stars in one path, because a page with fewer elements is laid out faster. */
const Rating = ({ rating }: { readonly rating: number }) => {
  const width = (RATING_SCALE - 1) * STAR_DISTANCE + STAR_SIZE;
  return (
    <p>
      <svg className={styles.stars} viewBox={`0 0 ${width} ${STAR_SIZE}`} width={width} height={STAR_SIZE} aria-hidden="true">
        <path className={styles.filled} d={drawStars(rating)} />
        {rating < RATING_SCALE && <path d={drawStars(RATING_SCALE - rating, rating)} />}
      </svg>
      <VisuallyHidden>{`${rating} out of ${RATING_SCALE}`}</VisuallyHidden>
    </p>
  );
};

interface StoriesProps {
  readonly reviewsUrl: string;
  readonly note: string;
  readonly testimonials: HomeContent['testimonials'];
}

export const Stories = ({ reviewsUrl, note, testimonials }: StoriesProps) => {
  const slideshow = useSlideshow(testimonials.length, INTERVAL_MS);
  const { area, index, isHydrated, isMoving } = slideshow;
  return (
    <Section tone="sun" sun="end" labelledBy="stories" className={styles.layout}>
      <div className={styles.head}>
        <SectionHead eyebrow="Success stories" title="In their words" id="stories" lead={note} flush />
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
              <blockquote className={styles.quote}>{`“${quote}”`}</blockquote>
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
