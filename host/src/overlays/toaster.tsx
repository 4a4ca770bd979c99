import { Icon } from '@site/shared/ui/icon';
import { checkIcon, closeIcon, warnIcon } from '@site/shared/ui/icon-shapes';
import { toast, useToaster } from 'react-hot-toast/headless';
import styles from './toaster.module.css';

const TOAST_LIMIT = 20;

export { toast };

/**
 * Shows toasts at the top centre, outside `main`. react-hot-toast manages the toasts and their timers. Markup and styles are custom, because the library
 * injects a style element that the page's policy blocks.
 */
export const Toaster = () => {
  const { toasts, handlers } = useToaster();
  const visibleToasts = toasts.filter(({ visible }) => visible).slice(0, TOAST_LIMIT);
  if (visibleToasts.length === 0) return null;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: pausing is optional; the close button is the control.
    <div className={styles.toaster} onMouseEnter={handlers.startPause} onMouseLeave={handlers.endPause}>
      {visibleToasts.map(({ id, type, message }) => (
        <div key={id} role={type === 'error' ? 'alert' : 'status'} className={`${styles.toast} ${type === 'error' ? styles.error : styles.success}`}>
          <Icon shape={type === 'error' ? warnIcon : checkIcon} />
          <p className={styles.message}>{typeof message === 'function' ? null : message}</p>
          <button type="button" className={styles.close} aria-label="Close" onClick={() => toast.remove(id)}>
            <Icon shape={closeIcon} />
          </button>
        </div>
      ))}
    </div>
  );
};
