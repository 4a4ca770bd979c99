import { CONFETTI_DURATION_MS } from '@site/shared/domain/constants';
import { createStore } from 'zustand/vanilla';

export interface ConfettiState {
  readonly isActive: boolean;
  celebrate(): void;
}

/** Switches itself off after 5 s; celebrating again starts the 5 s anew (CONF-01). */
export const createConfettiStore = () => {
  let timer: ReturnType<typeof setTimeout> | undefined;
  return createStore<ConfettiState>()((set) => ({
    isActive: false,
    celebrate: () => {
      clearTimeout(timer);
      set({ isActive: true });
      timer = setTimeout(() => set({ isActive: false }), CONFETTI_DURATION_MS);
    },
  }));
};

/** The page's one confetti flag, between the services that switch it on and the overlay above all routes. */
export const confettiStore = createConfettiStore();
