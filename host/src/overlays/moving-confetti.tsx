import { useSyncExternalStore } from 'react';
import Confetti from 'react-confetti';
import { COLORS } from './confetti-colors.ts';

const PIECE_COUNT = 500;
const GRAVITY = 0.2;
/** Duration of the burst. With `easeOut`, half of the pieces appear within half a second, and all of them land within the 5 s. */
const BURST_DURATION_MS = 3000;

const onResize = (listener: () => void) => {
  window.addEventListener('resize', listener);
  return () => window.removeEventListener('resize', listener);
};
const windowWidth = () => window.innerWidth;
const windowHeight = () => window.innerHeight;

export const easeOut = (elapsed: number, from: number, to: number, duration: number): number => from + (to - from) * (1 - (1 - elapsed / duration) ** 4);

export const MovingConfetti = () => {
  const width = useSyncExternalStore(onResize, windowWidth);
  const height = useSyncExternalStore(onResize, windowHeight);
  return (
    <Confetti
      width={width}
      height={height}
      numberOfPieces={PIECE_COUNT}
      recycle={false}
      gravity={GRAVITY}
      colors={[...COLORS]}
      // Start inside the window with little upward speed. By default, pieces spend their first second above the window.
      confettiSource={{ x: 0, y: 0, w: width, h: height / 3 }}
      initialVelocityY={{ min: -4, max: 2 }}
      tweenDuration={BURST_DURATION_MS}
      tweenFunction={easeOut}
    />
  );
};
