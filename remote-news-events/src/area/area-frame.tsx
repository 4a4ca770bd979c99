import { Outlet, useLocation, useNavigation } from '@site/shared/router';
import { Spinner } from '@site/shared/ui/spinner';
import styles from './area-frame.module.css';

/** Layout of all pages. The current page stays visible while the next page loads, with a spinner above it (EVD-03). */
export const AreaFrame = () => {
  const { state, location } = useNavigation();
  const { pathname } = useLocation();
  const isLeaving = state === 'loading' && location.pathname !== pathname;
  return (
    <>
      <Outlet />
      {isLeaving && (
        <div className={styles.waiting}>
          <Spinner label="Loading…" />
        </div>
      )}
    </>
  );
};
