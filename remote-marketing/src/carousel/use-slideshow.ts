import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useHydrated } from './use-hydrated.ts';
import { useMotionHold } from './use-motion-hold.ts';
import { useReducedMotion } from './use-reduced-motion.ts';

export interface Slideshow {
  /** The whole carousel, controls included: the mouse over it or focus within it holds the motion. */
  readonly area: RefObject<HTMLElement | null>;
  readonly index: number;
  /** False in the server's HTML: nothing moves then, and the dots work by the browser's own means (slide-controls.tsx). */
  readonly isHydrated: boolean;
  /** What the Pause button says; motion may still be held for a moment. */
  readonly isPlaying: boolean;
  readonly isMoving: boolean;
  show(index: number): void;
  toggle(): void;
}

/** Shows one slide after the other and starts again after the last one (HOME-02, HOME-16). Starts paused where less motion is wished for. */
export const useSlideshow = (count: number, intervalMs: number): Slideshow => {
  const area = useRef<HTMLElement | null>(null);
  const [index, setIndex] = useState(0);
  const [choice, setChoice] = useState<boolean | undefined>(undefined);
  const isHydrated = useHydrated();
  const isReduced = useReducedMotion();
  const isHeld = useMotionHold(area);
  const isPlaying = isHydrated && (choice ?? !isReduced);
  const isMoving = isPlaying && !isHeld;

  // A slide that was chosen before the page came alive stays chosen.
  useLayoutEffect(() => {
    const marks = Array.from(area.current?.querySelectorAll('[popover]') ?? []);
    const chosen = marks.findIndex((mark) => 'popover' in mark && mark.matches(':popover-open'));
    if (chosen > 0) setIndex(chosen);
  }, []);

  useEffect(() => {
    if (!isMoving) return;
    const timer = setTimeout(() => setIndex((index + 1) % count), intervalMs);
    return () => clearTimeout(timer);
  }, [isMoving, index, count, intervalMs]);

  return {
    area,
    index,
    isHydrated,
    isPlaying,
    isMoving,
    show: setIndex,
    toggle: () => setChoice(!isPlaying),
  };
};
