import { IconButton } from '@site/shared/ui/button';
import { leftIcon, rightIcon } from '@site/shared/ui/icon-shapes';
import { type KeyboardEvent, useRef, useState } from 'react';
import Slider from 'react-slick';
import { SlideControls } from '../carousel/slide-controls.tsx';
import { useReducedMotion } from '../carousel/use-reduced-motion.ts';
import { useMotionHold } from '../carousel/use-slideshow.ts';
import styles from './ebook-carousel.module.css';
import { EBOOK_SLIDES } from './ebook-content.ts';
import { EbookImage } from './ebook-image.tsx';

const INTERVAL_MS = 3000;
const TRANSITION_MS = 350;

/** react-slick adds these to every interval; without taking them off, a slide would stand 3.05 s. */
const SLICK_EXTRA_MS = 50;

/** Pages of the ebook: endless, moves by itself, holds while the mouse is over it (EBOOK-02 to EBOOK-04). */
export const EbookCarousel = () => {
  const slider = useRef<Slider>(null);
  const area = useRef<HTMLElement>(null);
  const [index, setIndex] = useState(0);
  const [choice, setChoice] = useState<boolean | undefined>(undefined);
  const isReduced = useReducedMotion();
  const isHeld = useMotionHold(area);
  const isPlaying = choice ?? !isReduced;
  const isMoving = isPlaying && !isHeld;

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'ArrowLeft') slider.current?.slickPrev();
    if (event.key === 'ArrowRight') slider.current?.slickNext();
  };

  return (
    // The arrow keys work from anywhere inside, and the box itself takes the focus so that they can be found.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a carousel that answers to arrow keys has to be reachable by keyboard (EBOOK-03).
    <section ref={area} className={styles.carousel} aria-roledescription="carousel" aria-label="Pages of the ebook" tabIndex={0} onKeyDown={onKeyDown}>
      <div className={styles.frame} aria-live={isMoving ? 'off' : 'polite'}>
        <Slider
          ref={slider}
          infinite
          arrows={false}
          dots={false}
          accessibility={false}
          pauseOnHover
          autoplay={isMoving}
          autoplaySpeed={INTERVAL_MS - SLICK_EXTRA_MS}
          speed={isReduced ? 0 : TRANSITION_MS}
          beforeChange={(_, next) => setIndex(next)}
        >
          {EBOOK_SLIDES.map((slide, position) => (
            // react-slick keeps what it hides reachable (its issue 1980).
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
