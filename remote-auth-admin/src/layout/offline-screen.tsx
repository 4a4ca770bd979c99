import type { HostServices } from '@site/shared/remote/host-services';
import { useRevalidator } from '@site/shared/router';
import { PageFailure } from '@site/shared/ui/page-failure';
import { type ComponentType, useCallback, useEffect, useState } from 'react';

const RETRY_MS = 3000;

interface OfflineScreenProps {
  readonly services: HostServices;
  readonly load: () => Promise<ComponentType<{ readonly services: HostServices }>>;
}

/**
 * In place of a screen whose files are not on the device, without a connection: the navigation, uploads and other screens that were open go on. Shows the screen as soon as
 * the connection is back.
 */
export const OfflineScreen = ({ services, load }: OfflineScreenProps) => {
  const [Screen, setScreen] = useState<ComponentType<{ readonly services: HostServices }>>();
  const { revalidate } = useRevalidator();
  const retry = useCallback(() => {
    load().then(
      (loaded) => {
        setScreen(() => loaded);
        // What its loader said was that there is no connection.
        void revalidate();
      },
      (error: unknown) => console.info(error),
    );
  }, [load, revalidate]);
  useEffect(() => {
    if (Screen !== undefined) return undefined;
    // Also while the browser says that it is offline, which it may notice late; and the first request after that may still fail.
    const timer = setInterval(retry, RETRY_MS);
    window.addEventListener('online', retry);
    return () => {
      clearInterval(timer);
      window.removeEventListener('online', retry);
    };
  }, [retry, Screen]);
  if (Screen !== undefined) return <Screen services={services} />;
  return (
    <PageFailure
      level={1}
      title="You are offline"
      message="This screen will open when you are back online. Your work on other screens is not affected."
      onRetry={retry}
    />
  );
};
