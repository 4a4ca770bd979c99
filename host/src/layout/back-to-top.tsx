import { BACK_TO_TOP_THRESHOLD_PX } from '@site/shared/domain/constants';
import { Icon } from '@site/shared/ui/icon';
import { upIcon } from '@site/shared/ui/icon-shapes';
import type { MouseEvent } from 'react';
import styles from './back-to-top.module.css';
import { isCalm } from './display-preferences.ts';
import { useScrolledPast } from './use-scrolled-past.ts';

const scrollToTop = (event: MouseEvent): void => {
  event.preventDefault();
  window.scrollTo({ top: 0, behavior: isCalm() ? 'auto' : 'smooth' });
};

/** Appears, and can be reached by keyboard, once the page is scrolled more than 300 pixels (SHELL-13). Without script the browser itself jumps up. */
export const BackToTop = () => {
  const isShown = useScrolledPast(BACK_TO_TOP_THRESHOLD_PX);
  return (
    // biome-ignore lint/a11y/useValidAnchor: it leads to the top without script; the script only makes the way smooth.
    <a href="#top" className={styles.top} aria-label="Back to top" data-shown={isShown || undefined} onClick={scrollToTop}>
      <Icon shape={upIcon} />
    </a>
  );
};
