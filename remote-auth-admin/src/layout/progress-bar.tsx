import { useNavigation } from '@site/shared/router';
import { useStore } from 'zustand/react';
import type { StoreApi } from 'zustand/vanilla';
import styles from './progress-bar.module.css';

/** Shows a line at the top of the window while a screen loads or a change is sent. CSS delays its appearance. Buttons and lists show what is loading. */
export const ProgressBar = ({ pendingChanges }: { readonly pendingChanges: StoreApi<number> }) => {
  const isNavigating = useNavigation().state !== 'idle';
  const isSending = useStore(pendingChanges, (count) => count > 0);
  return isNavigating || isSending ? <div className={styles.bar} aria-hidden="true" /> : null;
};
