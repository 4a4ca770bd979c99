import { CALM_ATTRIBUTE, prefersReducedMotion, REDUCED_MOTION_QUERY } from '@site/shared/ui/reduced-motion';
import { useSyncExternalStore } from 'react';

const subscribe = (onChange: () => void) => {
  const list = window.matchMedia(REDUCED_MOTION_QUERY);
  list.addEventListener('change', onChange);
  const observer = new MutationObserver(onChange);
  observer.observe(document.documentElement, { attributeFilter: [CALM_ATTRIBUTE] });
  return () => {
    list.removeEventListener('change', onChange);
    observer.disconnect();
  };
};

export const useReducedMotion = (): boolean => useSyncExternalStore(subscribe, prefersReducedMotion, () => false);
