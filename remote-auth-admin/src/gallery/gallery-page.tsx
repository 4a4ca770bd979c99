import type { HostServices } from '@site/shared/remote/host-services';
import { useLoaderData, useRevalidator } from '@site/shared/router';
import { PageFailure } from '@site/shared/ui/page-failure';
import { failureWords } from '../forms/failure-words.ts';
import { ScreenHead } from '../layout/screen-head.tsx';
import type { GalleryData } from './gallery-loader.ts';
import styles from './gallery-page.module.css';
import { GalleryScreen } from './gallery-screen.tsx';

/** All pictures and albums of the gallery. */
export const GalleryPage = ({ services }: { readonly services: HostServices }) => {
  const gallery = useLoaderData<GalleryData>();
  const { revalidate, state } = useRevalidator();
  if (gallery.ok) return <GalleryScreen services={services} content={gallery.value} refresh={revalidate} />;
  return (
    <div className={styles.page}>
      <ScreenHead title="Gallery" />
      <PageFailure title="Failed to load the gallery" message={failureWords(gallery.error)} onRetry={() => void revalidate()} retrying={state === 'loading'} />
    </div>
  );
};
