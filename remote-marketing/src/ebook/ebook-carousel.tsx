import { IconButton } from '@site/shared/ui/button';
import { leftIcon, rightIcon } from '@site/shared/ui/icon-shapes';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import Slider from 'react-slick';
import { SlideControls } from '../carousel/slide-controls.tsx';
import { useReducedMotion } from '../carousel/use-reduced-motion.ts';
import { useMotionPause } from '../carousel/use-slideshow.ts';
import styles from './ebook-carousel.module.css';
import { EBOOK_SLIDES } from './ebook-content.ts';
import frame from './ebook-frame.module.css';
import { EbookImage } from './ebook-image.tsx';

const INTERVAL_MS = 3000;
const TRANSITION_MS = 350;

/** Time that react-slick adds to every interval. */
const SLICK_EXTRA_MS = 50;

/** An infinite carousel, which pauses on hover (EBOOK-02 to EBOOK-04). Like all carousels, it uses `useMotionPause` instead of react-slick's own pause. */
export const EbookCarousel = () => {
  const slider = useRef<Slider>(null);
  const area = useRef<HTMLElement>(null);
  const [index, setIndex] = useState(0);
  const [choice, setChoice] = useState<boolean | undefined>(undefined);
  const isMotionReduced = useReducedMotion();
  const isPaused = useMotionPause(area);
  const isPlaying = choice ?? !isMotionReduced;
  const isMoving = isPlaying && !isPaused;

  // Setting `autoplay` alone does not restart react-slick after a pause.
  useEffect(() => {
    if (isMoving) slider.current?.slickPlay();
    else slider.current?.slickPause();
  }, [isMoving]);

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'ArrowLeft') slider.current?.slickPrev();
    if (event.key === 'ArrowRight') slider.current?.slickNext();
  };

  return (
    // The arrow keys work while the focus is anywhere in the carousel. The carousel itself is focusable, so that visitors can discover the keys.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a carousel that handles arrow keys has to be focusable (EBOOK-03).
    <section ref={area} className={styles.carousel} aria-roledescription="carousel" aria-label="Pages of the ebook" tabIndex={0} onKeyDown={onKeyDown}>
      <div className={`${frame.frame} ${styles.slides}`} aria-live={isMoving ? 'off' : 'polite'}>
        <Slider
          ref={slider}
          infinite
          arrows={false}
          dots={false}
          accessibility={false}
          pauseOnHover={false}
          autoplay={isMoving}
          autoplaySpeed={INTERVAL_MS - SLICK_EXTRA_MS}
          speed={isMotionReduced ? 0 : TRANSITION_MS}
          beforeChange={(_, next) => setIndex(next)}
        >
          {EBOOK_SLIDES.map((slide, position) => (
            // react-slick leaves hidden slides focusable (react-slick issue 1980).
            <div key={slide.alt} inert={position !== index}>
              <EbookImage position={position} />
            </div>
          ))}
        </Slider>
      </div>
      <div className={styles.controls}>
        <IconButton icon={leftIcon} label="Previous" onClick={() => slider.current?.slickPrev()} />
        <IconButton icon={rightIcon} label="Next" onClick={() => slider.current?.slickNext()} />
        <SlideControls
          slideshow={{
            area,
            index,
            isHydrated: true,
            isPlaying,
            isMoving,
            show: (next) => slider.current?.slickGoTo(next),
            toggle: () => setChoice(!isPlaying),
          }}
          count={EBOOK_SLIDES.length}
        />
      </div>
    </section>
  );
};
