import { prefersReducedMotion } from '@site/shared/ui/reduced-motion';
import { type ComponentType, lazy, Suspense, useSyncExternalStore } from 'react';
import { useStore } from 'zustand/react';
import { createStore } from 'zustand/vanilla';
import styles from './confetti.module.css';

const DURATION_MS = 5000;
const PIECES = 500;
const GRAVITY = 0.2;
/** Half of the pieces fly after half a second, all of them early enough to land within the 5 s. */
const BURST_MS = 3000;
const COLORS: readonly string[] = ['#F6A81C', '#B3123F', '#3B33A0', '#17A673', '#1FA9B8'];

interface ConfettiState {
  readonly isActive: boolean;
  celebrate(): void;
}

/** Resets itself after 5 s; celebrating again restarts the 5 s (CONF-01). */
export const createConfettiStore = () => {
  let timer: ReturnType<typeof setTimeout> | undefined;
  return createStore<ConfettiState>()((set) => ({
    isActive: false,
    celebrate: () => {
      clearTimeout(timer);
      set({ isActive: true });
      timer = setTimeout(() => set({ isActive: false }), DURATION_MS);
    },
  }));
};

/** The flag of the page: services set it, the overlay reads it. */
export const confettiStore = createConfettiStore();

interface ConfettiProps {
  readonly width: number;
  readonly height: number;
  readonly numberOfPieces: number;
  readonly recycle: boolean;
  readonly gravity: number;
  readonly colors: string[];
  readonly confettiSource: { readonly x: number; readonly y: number; readonly w: number; readonly h: number };
  readonly initialVelocityY: { readonly min: number; readonly max: number };
  readonly tweenDuration: number;
  tweenFunction(elapsed: number, from: number, to: number, duration: number): number;
}

const Nothing = () => null;

// If its chunk fails to load, there is no confetti.
const Confetti = lazy(async (): Promise<{ readonly default: ComponentType<ConfettiProps> }> => {
  try {
    return await import(/* webpackChunkName: "confetti" */ 'react-confetti');
  } catch {
    return { default: Nothing };
  }
});

/** react-confetti throws without a 2D context. */
const canDraw = (): boolean => document.createElement('canvas').getContext('2d') !== null;

const onResize = (listener: () => void) => {
  window.addEventListener('resize', listener);
  return () => window.removeEventListener('resize', listener);
};
const windowWidth = () => window.innerWidth;
const windowHeight = () => window.innerHeight;
const zeroOnTheServer = () => 0;

/** Most of it at the beginning. */
export const easeOut = (elapsed: number, from: number, to: number, duration: number): number => from + (to - from) * (1 - (1 - elapsed / duration) ** 4);

const MovingConfetti = () => {
  const width = useSyncExternalStore(onResize, windowWidth, zeroOnTheServer);
  const height = useSyncExternalStore(onResize, windowHeight, zeroOnTheServer);
  return (
    <Confetti
      width={width}
      height={height}
      numberOfPieces={PIECES}
      recycle={false}
      gravity={GRAVITY}
      colors={[...COLORS]}
      // Within the window, and hardly upwards: by default pieces are above it for their first second.
      confettiSource={{ x: 0, y: 0, w: width, h: height / 3 }}
      initialVelocityY={{ min: -4, max: 2 }}
      tweenDuration={BURST_MS}
      tweenFunction={easeOut}
    />
  );
};

/** For visitors who prefer reduced motion: one still row of paper bits. */
const StillConfetti = () => (
  <svg aria-hidden="true" className={styles.still} width="400" height="40" viewBox="0 0 400 40" preserveAspectRatio="xMidYMid slice">
    {Array.from({ length: 40 }, (_, index) => {
      const x = index * 10 + 2;
      const y = (index * 17) % 30;
      return <rect key={x} x={x} y={y} width="5" height="7" rx="1" fill={COLORS[index % COLORS.length]} />;
    })}
  </svg>
);

/** Confetti over the window while the flag is set, and no element at all otherwise (CONF-02, CONF-03). */
export const ConfettiOverlay = () => {
  const isActive = useStore(confettiStore, (state) => state.isActive);
  if (!isActive) return null;
  return (
    <div className={styles.overlay} aria-hidden="true">
      {prefersReducedMotion() || !canDraw() ? (
        <StillConfetti />
      ) : (
        <Suspense fallback={null}>
          <MovingConfetti />
        </Suspense>
      )}
    </div>
  );
};
