import { Button } from '@site/shared/ui/button';
import { PageFailure } from '@site/shared/ui/page-failure';
import type { FormEvent } from 'react';
import styles from './area.module.css';

/** Stands in the page's area when its part of the site cannot be had (NS-10). The form asks for the page again where no script runs. */
export const AreaUnavailable = ({ onRetry }: { readonly onRetry?: () => void }) => {
  const retry = (event: FormEvent) => {
    if (onRetry === undefined) return;
    event.preventDefault();
    onRetry();
  };
  return (
    <div className={styles.area}>
      <PageFailure
        level={1}
        title="This part of the site is taking a break."
        message="The rest of the site works. Please try again in a moment."
        action={
          <form onSubmit={retry}>
            <Button type="submit">Try again</Button>
          </form>
        }
      />
    </div>
  );
};
