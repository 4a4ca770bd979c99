import { EBOOK_IMAGE_SIZE } from '@site/shared/domain/constants';
import { ContentImage } from '@site/shared/ui/content-image';
import { EBOOK_SLIDES } from './ebook-content.ts';

/** One square image of the ebook, asked for at 1080 by 1080 (EBOOK-02). */
export const EbookImage = ({ position }: { readonly position: number }) => {
  const slide = EBOOK_SLIDES[position];
  if (slide === undefined) return null;
  return (
    <ContentImage
      src={slide.image}
      alt={slide.alt}
      width={EBOOK_IMAGE_SIZE.width}
      height={EBOOK_IMAGE_SIZE.height}
      crop="fill"
      widths={[EBOOK_IMAGE_SIZE.width]}
      sizes="(min-width: 1024px) 564px, 100vw"
      fallback={slide.fallbackImage}
      priority={position === 0}
    />
  );
};
