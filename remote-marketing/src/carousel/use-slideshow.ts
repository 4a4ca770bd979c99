import { useHydrated } from '@site/shared/ui/use-hydrated';
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useReducedMotion } from './use-reduced-motion.ts';

/** Marks the Pause/Play button. Focusing this button does not pause the slides, because "Play" would then seem to have no effect. */
export const MOTION_TOGGLE = 'data-motion-toggle';

/** Returns whether motion is temporarily paused: the pointer is over the area, the focus is within it, or the tab is hidden. */
export const useMotionPause = (area: RefObject<HTMLElement | null>): boolean => {
  const [isPaused, setPaused] = useState(false);

  useEffect(() => {
    const element = area.current;
    if (!element) return;
    let isHovered = false;
    let isFocused = false;
    const update = () => setPaused(isHovered || isFocused || document.hidden);
    const onEnter = (event: PointerEvent) => {
      // Browsers report hover after a tap, even when the finger has left the screen.
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
    const onClick = (event: Event) => {
      // A visitor who presses "Play" expects the slides to move even while the pointer is over them.
      if (event.target instanceof Element && event.target.closest(`[${MOTION_TOGGLE}]`) !== null) onLeave();
    };
    element.addEventListener('click', onClick);
    element.addEventListener('pointerenter', onEnter);
    element.addEventListener('pointerleave', onLeave);
    element.addEventListener('focusin', onFocusIn);
    element.addEventListener('focusout', onFocusOut);
    document.addEventListener('visibilitychange', update);
    return () => {
      element.removeEventListener('click', onClick);
      element.removeEventListener('pointerenter', onEnter);
      element.removeEventListener('pointerleave', onLeave);
      element.removeEventListener('focusin', onFocusIn);
      element.removeEventListener('focusout', onFocusOut);
      document.removeEventListener('visibilitychange', update);
    };
  }, [area]);

  return isPaused;
};

export interface Slideshow {
  /** The whole carousel with its controls. The slides pause while the pointer or the focus is within it. */
  readonly area: RefObject<HTMLElement | null>;
  readonly index: number;
  /** While false, the slides do not move, and the dots work without JavaScript (slide-controls.tsx). */
  readonly isHydrated: boolean;
  /** What the Pause/Play button shows. Hover or focus may still pause the slides. */
  readonly isPlaying: boolean;
  readonly isMoving: boolean;
  show(index: number): void;
  toggle(): void;
}

/** Advances the slides, and starts over after the last slide (HOME-02, HOME-16). For visitors who prefer reduced motion, the slideshow starts paused. */
export const useSlideshow = (count: number, intervalMs: number): Slideshow => {
  const area = useRef<HTMLElement | null>(null);
  const [index, setIndex] = useState(0);
  const [choice, setChoice] = useState<boolean | undefined>(undefined);
  const isHydrated = useHydrated();
  const isMotionReduced = useReducedMotion();
  const isPaused = useMotionPause(area);
  const isPlaying = isHydrated && (choice ?? !isMotionReduced);
  const isMoving = isPlaying && !isPaused;

  useLayoutEffect(() => {
    const slideMarkers = Array.from(area.current?.querySelectorAll('[popover]') ?? []);
    const chosen = slideMarkers.findIndex((mark) => 'popover' in mark && mark.matches(':popover-open'));
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
