import { useSyncExternalStore } from 'react';
import Confetti from 'react-confetti';
import { COLORS } from './confetti-colors.ts';

const PIECES = 500;
const GRAVITY = 0.2;
/** Half of the pieces have appeared after half a second, and all of them early enough to land within the 5 s. */
const BURST_MS = 3000;

const onResize = (listener: () => void) => {
  window.addEventListener('resize', listener);
  return () => window.removeEventListener('resize', listener);
};
const windowWidth = () => window.innerWidth;
const windowHeight = () => window.innerHeight;

/** Easing that covers most of the distance at the beginning. */
export const easeOut = (elapsed: number, from: number, to: number, duration: number): number => from + (to - from) * (1 - (1 - elapsed / duration) ** 4);

export const MovingConfetti = () => {
  const width = useSyncExternalStore(onResize, windowWidth);
  const height = useSyncExternalStore(onResize, windowHeight);
  return (
    <Confetti
      width={width}
      height={height}
      numberOfPieces={PIECES}
      recycle={false}
      gravity={GRAVITY}
      colors={[...COLORS]}
      // Start within the window and hardly upwards: by default, pieces are above the window for their first second.
      confettiSource={{ x: 0, y: 0, w: width, h: height / 3 }}
      initialVelocityY={{ min: -4, max: 2 }}
      tweenDuration={BURST_MS}
      tweenFunction={easeOut}
    />
  );
};
