import { type TouchEvent, useRef } from 'react';

/** Shorter moves of a finger are taps that slipped. */
const SWIPE_DISTANCE_PX = 48;

interface SwipeActions {
  onLeft(): void;
  onRight(): void;
}

/** Handlers that tell a sideways swipe of one finger from scrolling and zooming. */
export const useSwipe = ({ onLeft, onRight }: SwipeActions) => {
  const start = useRef<{ readonly x: number; readonly y: number } | null>(null);
  return {
    onTouchStart: ({ touches }: TouchEvent): void => {
      const touch = touches[0];
      start.current = touch === undefined || touches.length > 1 ? null : { x: touch.clientX, y: touch.clientY };
    },
    onTouchEnd: ({ changedTouches }: TouchEvent): void => {
      const touch = changedTouches[0];
      if (start.current === null || touch === undefined) return;
      const across = touch.clientX - start.current.x;
      const along = touch.clientY - start.current.y;
      start.current = null;
      if (Math.abs(across) < SWIPE_DISTANCE_PX || Math.abs(across) < Math.abs(along)) return;
      if (across < 0) onLeft();
      else onRight();
    },
  };
};
