import { useSyncExternalStore } from 'react';

const QUERY = '(prefers-reduced-motion: reduce)';

/** The site's calm mode stands on the root element, beside the theme, where styles read it too. */
const CALM_ATTRIBUTE = 'data-calm';

const subscribe = (onChange: () => void) => {
  const list = window.matchMedia(QUERY);
  list.addEventListener('change', onChange);
  const observer = new MutationObserver(onChange);
  observer.observe(document.documentElement, { attributeFilter: [CALM_ATTRIBUTE] });
  return () => {
    list.removeEventListener('change', onChange);
    observer.disconnect();
  };
};

/** Whether the visitor wishes for less motion, of the system or of this site. */
export const wantsLessMotion = (): boolean => document.documentElement.hasAttribute(CALM_ATTRIBUTE) || window.matchMedia(QUERY).matches;

/** The same, followed while the page stands; false until the page is alive. */
export const useReducedMotion = (): boolean => useSyncExternalStore(subscribe, wantsLessMotion, () => false);
