import { type ComponentType, useEffect, useState } from 'react';
import { EbookImage } from './ebook-image.tsx';
import styles from './ebook-preview.module.css';

/** The first image, which needs no script, until the carousel has arrived; where it does not arrive the image stays. */
export const EbookPreview = () => {
  const [Carousel, setCarousel] = useState<ComponentType | undefined>(undefined);

  useEffect(() => {
    let isGone = false;
    import(/* webpackChunkName: "ebook-carousel" */ './ebook-carousel.tsx')
      .then(({ EbookCarousel }) => {
        if (!isGone) setCarousel(() => EbookCarousel);
      })
      .catch((error: unknown) => console.error('The ebook carousel could not be loaded', error));
    return () => {
      isGone = true;
    };
  }, []);

  return (
    <div className={styles.preview}>
      {Carousel === undefined ? (
        <div className={styles.frame}>
          <EbookImage position={0} />
        </div>
      ) : (
        <Carousel />
      )}
    </div>
  );
};
