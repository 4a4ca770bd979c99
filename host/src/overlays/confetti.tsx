import { type ComponentType, useEffect, useState } from 'react';
import { useStore } from 'zustand/react';
import { createStore } from 'zustand/vanilla';

const DURATION_MS = 5000;

interface ConfettiState {
  readonly isActive: boolean;
  celebrate(): void;
}

/** Creates a flag that resets itself after 5 s. Celebrating again restarts the 5 s (CONF-01). */
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

export const confettiStore = createConfettiStore();

/**
 * Shows confetti over the window while the flag is set, and renders no element otherwise (CONF-02, CONF-03). If its chunk fails to load, no confetti appears.
 */
export const ConfettiOverlay = () => {
  const isActive = useStore(confettiStore, (state) => state.isActive);
  const [Layer, setLayer] = useState<ComponentType>();
  useEffect(() => {
    if (isActive) import(/* webpackChunkName: "confetti" */ './confetti-layer.tsx').then(({ ConfettiLayer }) => setLayer(() => ConfettiLayer), console.warn);
  }, [isActive]);
  return isActive && Layer ? <Layer /> : null;
};
