import { type CSSProperties, useEffect, useRef, useState } from 'react';
import { createResize, type ImageOptions } from '../domain/image-url.ts';
import { classNames } from './class-names.ts';
import styles from './content-image.module.css';

/* Fallbacks are data URIs, because those cannot fail to load. */

const svg = (viewBox: string, content: string): string =>
  `data:image/svg+xml,${encodeURIComponent(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="${viewBox}" preserveAspectRatio="xMidYMid slice">${content}</svg>`)}`;

export const PORTRAIT_FALLBACK = svg(
  '0 0 400 400',
  '<rect width="400" height="400" fill="#F1EFFB"/><circle cx="200" cy="400" r="190" fill="#FFE8B5"/><circle cx="200" cy="156" r="70" fill="#857A99"/><path d="M62 400C62 300 118 256 200 256S338 300 338 400Z" fill="#2A2472"/>',
);

export const IMAGE_FALLBACK = svg(
  '0 0 640 360',
  '<rect width="640" height="360" fill="#F1EFFB"/><rect x="256" y="126" width="128" height="108" rx="16" fill="#FFFFFF" stroke="#857A99" stroke-width="4"/><circle cx="352" cy="158" r="12" fill="#F6A81C"/><path d="M266 224l36-48 26 32 18-20 28 36z" fill="#857A99"/>',
);

/** Default widths to request; the image server supports all of them. */
const DEFAULT_WIDTHS: readonly number[] = [320, 480, 640, 720, 960, 1280, 1600];

interface ContentImageProps {
  readonly src: string | null | undefined;
  readonly alt: string;
  /** Width and height, which determine the aspect ratio; CSS decides the displayed size. With `crop`, the image is requested at this size. */
  readonly width: number;
  readonly height: number;
  readonly sizes?: string | undefined;
  readonly widths?: readonly number[] | undefined;
  /** Crop mode of the image server. Without it, the full image is loaded, and `object-position` selects the visible part. */
  readonly crop?: ImageOptions['crop'];
  readonly gravity?: ImageOptions['gravity'];
  readonly radius?: ImageOptions['radius'];
  /** Loads the image eagerly with high priority. Use it for the largest image of the first view. */
  readonly priority?: boolean | undefined;
  readonly fallback?: string | undefined;
  /** Dominant colour as `#rrggbb`. A tint of it is shown until the image has loaded. */
  readonly color?: string | undefined;
  readonly className?: string | undefined;
}

interface ImageSources {
  readonly src: string;
  readonly srcSet?: string;
}

const getSources = (props: ContentImageProps, src: string): ImageSources => {
  const { width, height, widths = DEFAULT_WIDTHS, crop, gravity, radius } = props;
  const resize = createResize(src);
  if (resize === null) return { src };
  const getUrlAtWidth = (wide: number, format?: ImageOptions['format']) =>
    resize({ width: wide, height: crop === undefined ? undefined : Math.round((wide * height) / width), crop, gravity, radius, format });
  const defaultWidth = crop === undefined ? (widths.find((wide) => wide >= width) ?? widths.at(-1) ?? width) : width;
  // Browsers that support `srcset` announce their formats in `Accept`. A `source` element for AVIF would only repeat all URLs.
  return { src: getUrlAtWidth(defaultWidth), srcSet: widths.map((wide) => `${getUrlAtWidth(wide, 'auto')} ${wide}w`).join(', ') };
};

const toStyle = (color: string): CSSProperties & Record<'--image-color', string> => ({ '--image-color': color });

/** Responsive image without layout shift. If it fails to load, the fallback replaces it once (IMG-04). */
export const ContentImage = (props: ContentImageProps) => {
  const { alt, width, height, sizes = '100vw', priority = false, fallback = IMAGE_FALLBACK, color, className } = props;
  const src = props.src ?? '';
  const image = useRef<HTMLImageElement>(null);
  const [failedSrc, setFailedSrc] = useState<string>();
  const hasFailed = src === '' || failedSrc === src;
  const sources: ImageSources = hasFailed ? { src: fallback } : getSources(props, src);

  // An image in the server's HTML may have failed before hydration.
  useEffect(() => {
    const element = image.current;
    if (element?.complete === true && element.naturalWidth === 0 && element.currentSrc !== '') setFailedSrc(src);
  }, [src]);

  return (
    <img
      ref={image}
      src={sources.src}
      srcSet={sources.srcSet}
      sizes={sources.srcSet === undefined ? undefined : sizes}
      alt={alt}
      width={width}
      height={height}
      loading={priority ? 'eager' : 'lazy'}
      fetchPriority={priority ? 'high' : undefined}
      decoding={priority ? 'sync' : 'async'}
      className={classNames(styles.image, className)}
      style={color === undefined || hasFailed ? undefined : toStyle(color)}
      onError={hasFailed ? undefined : () => setFailedSrc(src)}
    />
  );
};
