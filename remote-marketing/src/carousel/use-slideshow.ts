import { useHydrated } from '@site/shared/ui/use-hydrated';
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useReducedMotion } from './use-reduced-motion.ts';

/** Marks the control that starts and stops the motion: focus on it does not hold, or "Play" would seem to do nothing. */
export const MOTION_TOGGLE = 'data-motion-toggle';

/** Whether motion inside the area must wait: the mouse is over it, focus is within it, or the tab is hidden. */
export const useMotionHold = (area: RefObject<HTMLElement | null>): boolean => {
  const [isHeld, setHeld] = useState(false);

  useEffect(() => {
    const element = area.current;
    if (!element) return;
    let isHovered = false;
    let isFocused = false;
    const update = () => setHeld(isHovered || isFocused || document.hidden);
    const onEnter = (event: PointerEvent) => {
      // A finger that tapped has left again, although the browser says that it still hovers.
      isHovered = event.pointerType !== 'touch';
      update();
    };
    const onLeave = () => {
      isHovered = false;
      update();
    };
    const onFocusIn = (event: FocusEvent) => {
      isFocused = event.target instanceof Element && !event.target.hasAttribute(MOTION_TOGGLE);
      update();
    };
    const onFocusOut = (event: FocusEvent) => {
      isFocused = event.relatedTarget instanceof Node && element.contains(event.relatedTarget);
      update();
    };
    element.addEventListener('pointerenter', onEnter);
    element.addEventListener('pointerleave', onLeave);
    element.addEventListener('focusin', onFocusIn);
    element.addEventListener('focusout', onFocusOut);
    document.addEventListener('visibilitychange', update);
    return () => {
      element.removeEventListener('pointerenter', onEnter);
      element.removeEventListener('pointerleave', onLeave);
      element.removeEventListener('focusin', onFocusIn);
      element.removeEventListener('focusout', onFocusOut);
      document.removeEventListener('visibilitychange', update);
    };
  }, [area]);

  return isHeld;
};

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
