import { ContentImage } from '@site/shared/ui/content-image';
import { EBOOK_SLIDES } from './ebook-content.ts';

const SIZE_PX = 1080;

export const EbookImage = ({ position }: { readonly position: number }) => {
  const slide = EBOOK_SLIDES[position];
  if (slide === undefined) return null;
  return (
    <ContentImage
      src={slide.image}
      alt={slide.alt}
      width={SIZE_PX}
      height={SIZE_PX}
      crop="fill"
      widths={[SIZE_PX]}
      sizes="(min-width: 1024px) 564px, 100vw"
      fallback={slide.fallbackImage}
      priority={position === 0}
    />
  );
};
