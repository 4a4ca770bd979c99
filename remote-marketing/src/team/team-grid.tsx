import { ContentImage } from '@site/shared/ui/content-image';
import { prefersReducedMotion } from '@site/shared/ui/reduced-motion';
import { useHydrated } from '@site/shared/ui/use-hydrated';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import portraitTemplate from '../artwork/portrait-template.svg';
import type { TeamMember } from './team-content.ts';
import styles from './team-grid.module.css';

const STAGGER_MS = 100;

interface RevealProps {
  readonly delayMs: number;
  readonly className?: string | undefined;
  readonly children: ReactNode;
}

/**
 * List item that fades in once, when it is scrolled into view (TEAM-05). It is always visible in the server's HTML, without JavaScript, in print and with
 * reduced motion. Items in the viewport at hydration stay visible, so that nothing flickers.
 */
const Reveal = ({ delayMs, className, children }: RevealProps) => {
  const isHydrated = useHydrated();
  const item = useRef<HTMLLIElement>(null);
  const [state, setState] = useState<'still' | 'waiting' | 'shown'>(() => (isHydrated && !prefersReducedMotion() ? 'waiting' : 'still'));

  useEffect(() => {
    const element = item.current;
    if (!element) return;
    const isBelowViewport = element.getBoundingClientRect().top > window.innerHeight;
    if (state === 'still' && isBelowViewport && !prefersReducedMotion()) setState('waiting');
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

/** Round portraits, which appear one after another (TEAM-03 to TEAM-06). */
export const TeamGrid = ({ members }: { readonly members: readonly TeamMember[] }) => (
  <ul className={styles.grid}>
    {members.map(({ name, role, image }, position) => (
      <Reveal key={`${name} ${role}`} delayMs={position * STAGGER_MS} className={styles.member}>
        <span className={styles.portrait}>
          <ContentImage
            src={image}
            alt=""
            width={400}
            height={400}
            crop="fill"
            gravity="face"
            radius="max"
            widths={[400]}
            sizes="160px"
            fallback={portraitTemplate}
          />
        </span>
        <h3 className={styles.name}>{name}</h3>
        <p className={styles.role}>{role}</p>
      </Reveal>
    ))}
  </ul>
);
