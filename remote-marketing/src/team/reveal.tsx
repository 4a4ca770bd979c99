import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useHydrated } from '../carousel/use-hydrated.ts';
import { wantsLessMotion } from '../carousel/use-reduced-motion.ts';
import styles from './reveal.module.css';

interface RevealProps {
  readonly delayMs: number;
  readonly className?: string | undefined;
  readonly children: ReactNode;
}

/**
 * A list item that fades in and rises once, when it is scrolled into view (TEAM-05). In the server's HTML it is plainly there: without script, for print and
 * for those who want less motion nothing is ever hidden. What is on the screen when the page comes alive stays as it is, so that nothing flickers.
 */
export const Reveal = ({ delayMs, className, children }: RevealProps) => {
  const isHydrated = useHydrated();
  const item = useRef<HTMLLIElement>(null);
  const [state, setState] = useState<'still' | 'waiting' | 'shown'>(() => (isHydrated && !wantsLessMotion() ? 'waiting' : 'still'));

  useEffect(() => {
    const element = item.current;
    if (!element) return;
    const isBelow = element.getBoundingClientRect().top > window.innerHeight;
    if (state === 'still' && isBelow && !wantsLessMotion()) setState('waiting');
    if (state !== 'waiting') return;
    const observer = new IntersectionObserver((entries) => {
      if (entries.some((entry) => entry.isIntersecting)) setState('shown');
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [state]);

  return (
    <li ref={item} className={`${className ?? ''} ${styles[state]}`} style={{ '--reveal-delay': `${delayMs}ms` }}>
      {children}
    </li>
  );
};
