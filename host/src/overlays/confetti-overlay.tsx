import { CONFETTI_COLORS, CONFETTI_GRAVITY, CONFETTI_PIECES } from '@site/shared/domain/constants';
import { type ComponentType, lazy, Suspense, useSyncExternalStore } from 'react';
import { useStore } from 'zustand/react';
import styles from './confetti-overlay.module.css';
import { confettiStore } from './confetti-store.ts';

interface ConfettiProps {
  readonly width: number;
  readonly height: number;
  readonly numberOfPieces: number;
  readonly recycle: boolean;
  readonly gravity: number;
  readonly colors: string[];
}

const Nothing = () => null;

// A page goes on without confetti when its file cannot be had.
const Confetti = lazy(async (): Promise<{ readonly default: ComponentType<ConfettiProps> }> => {
  try {
    return await import(/* webpackChunkName: "confetti" */ 'react-confetti');
  } catch {
    return { default: Nothing };
  }
});

const REDUCED_MOTION = '(prefers-reduced-motion: reduce)';
const wantsLessMotion = (): boolean => document.documentElement.dataset.calm !== undefined || window.matchMedia(REDUCED_MOTION).matches;

/** react-confetti throws where a canvas gives nothing to draw on. */
const canDraw = (): boolean => document.createElement('canvas').getContext('2d') !== null;

const onResize = (listener: () => void) => {
  window.addEventListener('resize', listener);
  return () => window.removeEventListener('resize', listener);
};
const windowWidth = () => window.innerWidth;
const windowHeight = () => window.innerHeight;
const nothingOnTheServer = () => 0;

const MovingConfetti = () => {
  const width = useSyncExternalStore(onResize, windowWidth, nothingOnTheServer);
  const height = useSyncExternalStore(onResize, windowHeight, nothingOnTheServer);
  return <Confetti width={width} height={height} numberOfPieces={CONFETTI_PIECES} recycle={false} gravity={CONFETTI_GRAVITY} colors={[...CONFETTI_COLORS]} />;
};

/** What stands still for those who asked for less motion: one row of paper bits. */
const StillConfetti = () => (
  <svg aria-hidden="true" className={styles.still} viewBox="0 0 400 40" preserveAspectRatio="xMidYMid slice" focusable="false">
    {Array.from({ length: 40 }, (_, index) => {
      const x = index * 10 + 2;
      const y = (index * 17) % 30;
      return <rect key={x} x={x} y={y} width="5" height="7" rx="1" fill={CONFETTI_COLORS[index % CONFETTI_COLORS.length]} />;
    })}
  </svg>
);

/** Confetti over the whole window while the flag is on; nothing at all while it is off (CONF-02, CONF-03). */
export const ConfettiOverlay = () => {
  const isActive = useStore(confettiStore, (state) => state.isActive);
  if (!isActive) return null;
  return (
    <div className={styles.overlay} aria-hidden="true">
      {wantsLessMotion() || !canDraw() ? (
        <StillConfetti />
      ) : (
        <Suspense fallback={null}>
          <MovingConfetti />
        </Suspense>
      )}
    </div>
  );
};
