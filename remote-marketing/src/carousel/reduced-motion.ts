import { useSyncExternalStore } from 'react';

const QUERY = '(prefers-reduced-motion: reduce)';

/** The site's calm mode is set on the root element, where styles read it too. */
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

/** Whether the visitor prefers reduced motion, by the system's setting or the site's calm mode. */
export const prefersReducedMotion = (): boolean => document.documentElement.hasAttribute(CALM_ATTRIBUTE) || window.matchMedia(QUERY).matches;

/** Subscribes to `prefersReducedMotion`; false until hydration. */
export const useReducedMotion = (): boolean => useSyncExternalStore(subscribe, prefersReducedMotion, () => false);
