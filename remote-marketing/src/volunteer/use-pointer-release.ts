import { type RefObject, useEffect, useRef } from 'react';

/**
 * Waits until no mouse button or finger is down in the element. A message that appears or goes when a field is left moves what stands below it: the button
 * that is being pressed at that very moment would slip away from under the pointer, and the click would be lost.
 */
export const usePointerRelease = (area: RefObject<HTMLElement | null>): (() => Promise<void>) => {
  const release = useRef<Promise<void>>(Promise.resolve());

  useEffect(() => {
    const element = area.current;
    if (!element) return;
    const onDown = () => {
      release.current = new Promise((resolve) => {
        // The click comes right after the release; what waits goes after the click.
        const finish = () => setTimeout(resolve);
        window.addEventListener('pointerup', finish, { once: true });
        window.addEventListener('pointercancel', finish, { once: true });
      });
    };
    element.addEventListener('pointerdown', onDown);
    return () => element.removeEventListener('pointerdown', onDown);
  }, [area]);

  return () => release.current;
};
