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
 * Replaces a screen whose files could not be loaded offline. The navigation, uploads and previously opened screens continue to work. Loads the screen as soon
 * as the connection is back.
 */
export const OfflineScreen = ({ services, load }: OfflineScreenProps) => {
  const [Screen, setScreen] = useState<ComponentType<{ readonly services: HostServices }>>();
  const { revalidate } = useRevalidator();
  const retry = useCallback(() => {
    load().then(
      (loaded) => {
        setScreen(() => loaded);
        // The loader failed while offline, so run it again.
        void revalidate();
      },
      (error: unknown) => console.info(error),
    );
  }, [load, revalidate]);
  useEffect(() => {
    if (Screen !== undefined) return undefined;
    // Retry even while the browser reports that it is offline, because the report may be late. The first request after reconnecting may also fail.
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
