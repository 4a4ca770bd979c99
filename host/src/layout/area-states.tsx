import type { SiteConfig } from '@site/shared/contracts/site';
import { nameEmergencyCall } from '@site/shared/domain/emergency';
import { telephoneHref } from '@site/shared/domain/telephone-href';
import { Button, ButtonLink } from '@site/shared/ui/button';
import { PageFailure } from '@site/shared/ui/page-failure';
import { Spinner } from '@site/shared/ui/spinner';
import type { FormEvent } from 'react';
import styles from './area-states.module.css';

/** The page's area while its remote is loading. */
export const AreaLoading = () => (
  <div className={styles.area}>
    <Spinner label="Loading the page" showLabel />
  </div>
);

export const UNAVAILABLE_TITLE = 'This part of the site is taking a break.';

interface AreaUnavailableProps {
  readonly site: SiteConfig;
  readonly onRetry?: () => void;
  /** True if the visitor's connection is the reason. */
  readonly isOffline?: boolean;
}

/**
 * The page's area when its remote cannot be loaded (NS-10). It shows the numbers to call, because the page may have been the help page. Without script, the
 * form requests the page again.
 */
export const AreaUnavailable = ({
  // Everything else in the configuration may have failed to load.
  site: { emergencyTelephone, helplines: [helpline] = [] },
  onRetry,
  isOffline = false,
}: AreaUnavailableProps) => {
  const retry = (event: FormEvent) => {
    if (onRetry === undefined) return;
    event.preventDefault();
    onRetry();
  };
  return (
    <div className={styles.area}>
      <PageFailure
        level={1}
        title={isOffline ? 'You are offline.' : UNAVAILABLE_TITLE}
        message={isOffline ? 'This page will load when you are back online.' : 'The rest of the site is working. Please try again in a moment.'}
        action={
          <>
            <form onSubmit={retry}>
              <Button type="submit">Try again</Button>
            </form>
            {emergencyTelephone !== undefined && (
              <ButtonLink href={telephoneHref(emergencyTelephone)} variant="danger">
                {nameEmergencyCall(emergencyTelephone)}
              </ButtonLink>
            )}
            {helpline !== undefined && <ButtonLink href={telephoneHref(helpline.telephone)}>{`To talk: call ${helpline.telephone}`}</ButtonLink>}
          </>
        }
      />
    </div>
  );
};
