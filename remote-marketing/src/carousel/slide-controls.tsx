import { Icon } from '@site/shared/ui/icon';
import { pauseIcon, playIcon } from '@site/shared/ui/icon-shapes';
import { useId } from 'react';
import styles from './slide-controls.module.css';
import { MOTION_TOGGLE, type Slideshow } from './use-slideshow.ts';

interface SlideControlsProps {
  readonly slideshow: Slideshow;
  readonly count: number;
}

/**
 * Dots and the Pause button. Before hydration, each dot opens an invisible popover, which closes the others. The carousel's styles show the slide whose popover
 * is open, so the dots work without JavaScript. After hydration, use-slideshow.ts keeps the selected slide.
 */
export const SlideControls = ({ slideshow, count }: SlideControlsProps) => {
  const id = useId();
  const { index, isHydrated, isPlaying, show, toggle } = slideshow;
  const numbers = Array.from({ length: count }, (_, position) => position + 1);
  return (
    <div className={styles.controls}>
      {numbers.map((number) => (
        <button
          key={number}
          type="button"
          className={styles.dot}
          aria-label={`Go to slide ${number}`}
          aria-current={number - 1 === index ? 'true' : undefined}
          popoverTarget={isHydrated ? undefined : `${id}${number}`}
          popoverTargetAction={isHydrated ? undefined : 'show'}
          onClick={() => show(number - 1)}
        />
      ))}
      <button type="button" className={styles.toggle} onClick={toggle} hidden={!isHydrated} {...{ [MOTION_TOGGLE]: '' }}>
        <Icon shape={isPlaying ? pauseIcon : playIcon} />
        {isPlaying ? 'Pause' : 'Play'}
      </button>
      {!isHydrated && numbers.map((number) => <span key={number} id={`${id}${number}`} popover="auto" data-slide-mark={number} className={styles.mark} />)}
    </div>
  );
};
