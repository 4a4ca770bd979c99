import { type ComponentType, useEffect, useState } from 'react';
import { EbookPicture } from './ebook-picture.tsx';
import styles from './ebook-preview.module.css';

/** The first picture, which needs no script, until the carousel has arrived; where it does not arrive the picture stays. */
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
          <EbookPicture position={0} />
        </div>
      ) : (
        <Carousel />
      )}
    </div>
  );
};
