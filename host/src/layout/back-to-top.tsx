import { Icon } from '@site/shared/ui/icon';
import { upIcon } from '@site/shared/ui/icon-shapes';
import { prefersReducedMotion } from '@site/shared/ui/reduced-motion';
import type { MouseEvent } from 'react';
import styles from './back-to-top.module.css';
import { useScrolledPast } from './use-scrolled-past.ts';

const THRESHOLD_PX = 300;

const scrollToTop = (event: MouseEvent): void => {
  event.preventDefault();
  window.scrollTo({ top: 0, behavior: prefersReducedMotion() ? 'auto' : 'smooth' });
};

/** Link to the top, which is visible and reachable by keyboard once the page is scrolled by more than 300 pixels (SHELL-13). */
export const BackToTop = () => {
  const isShown = useScrolledPast(THRESHOLD_PX);
  return (
    // biome-ignore lint/a11y/useValidAnchor: it works without script, which only scrolls smoothly.
    <a href="#top" className={styles.top} aria-label="Back to top" data-shown={isShown || undefined} onClick={scrollToTop}>
      <Icon shape={upIcon} />
    </a>
  );
};
