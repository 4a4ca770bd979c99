import type { SiteConfig } from '@site/shared/contracts/site';
import { nameEmergencyCall } from '@site/shared/domain/emergency';
import { telephoneHref } from '@site/shared/domain/telephone-href';
import { Button, ButtonLink } from '@site/shared/ui/button';
import { PageFailure } from '@site/shared/ui/page-failure';
import { Spinner } from '@site/shared/ui/spinner';
import type { FormEvent } from 'react';
import styles from './area-states.module.css';

export const AreaLoading = () => (
  <div className={styles.area}>
    <Spinner label="Loading the page" showLabel />
  </div>
);

export const UNAVAILABLE_TITLE = 'This part of the site is taking a break.';

interface AreaUnavailableProps {
  readonly site: SiteConfig;
  readonly onRetry?: () => void;
  readonly isOffline?: boolean;
}

/**
 * Message shown when the page's remote cannot be loaded (NS-10). It lists the numbers to call, because the missing page may be the help page. Without script,
 * the form requests the page again.
 */
export const AreaUnavailable = ({
  // The helplines may be missing, because the page may have failed to load parts of the configuration.
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
