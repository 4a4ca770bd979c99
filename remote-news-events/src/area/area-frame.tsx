import { Outlet, useLocation, useNavigation } from '@site/shared/router';
import { Spinner } from '@site/shared/ui/spinner';
import styles from './area-frame.module.css';

/** Around every page of this part: the page stays readable while the next one is on its way, and a spinner says so (EVD-03). */
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
