import { type RefObject, useEffect, useState } from 'react';

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
