import { prefersReducedMotion } from '@site/shared/ui/reduced-motion';
import { type ComponentType, lazy, Suspense } from 'react';
import { useStore } from 'zustand/react';
import { createStore } from 'zustand/vanilla';
import styles from './confetti.module.css';
import { COLORS } from './confetti-colors.ts';

const DURATION_MS = 5000;

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

const Nothing = () => null;

// If its chunk fails to load, there is no confetti.
const MovingConfetti = lazy(async (): Promise<{ readonly default: ComponentType }> => {
  try {
    return { default: (await import(/* webpackChunkName: "confetti" */ './moving-confetti.tsx')).MovingConfetti };
  } catch {
    return { default: Nothing };
  }
});

/** react-confetti throws without a 2D context. */
const canDraw = (): boolean => document.createElement('canvas').getContext('2d') !== null;

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
