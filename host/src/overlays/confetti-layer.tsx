import { prefersReducedMotion } from '@site/shared/ui/reduced-motion';
import { COLORS } from './confetti-colors.ts';
import styles from './confetti-layer.module.css';
import { MovingConfetti } from './moving-confetti.tsx';

/** react-confetti throws without a 2D context. */
const canDraw = (): boolean => document.createElement('canvas').getContext('2d') !== null;

const StillConfetti = () => (
  <svg aria-hidden="true" className={styles.still} width="400" height="40" viewBox="0 0 400 40" preserveAspectRatio="xMidYMid slice">
    {Array.from({ length: 40 }, (_, index) => {
      const x = index * 10 + 2;
      const y = (index * 17) % 30;
      return <rect key={x} x={x} y={y} width="5" height="7" rx="1" fill={COLORS[index % COLORS.length]} />;
    })}
  </svg>
);

export const ConfettiLayer = () => (
  <div className={styles.overlay} aria-hidden="true">
    {prefersReducedMotion() || !canDraw() ? <StillConfetti /> : <MovingConfetti />}
  </div>
);
