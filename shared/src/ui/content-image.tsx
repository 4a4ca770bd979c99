import { type CSSProperties, useEffect, useRef, useState } from 'react';
import { type ImageOptions, imageUrl, isResizable } from '../domain/image-url.ts';
import { classNames } from './class-names.ts';
import styles from './content-image.module.css';

/* Drawn in place of images that are missing or fail. Data URIs, so that they need no network of their own. */

const svg = (viewBox: string, content: string): string =>
  `data:image/svg+xml,${encodeURIComponent(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="${viewBox}" preserveAspectRatio="xMidYMid slice">${content}</svg>`)}`;

const LEAF =
  'M24 2C32 8 32 16 24 22C16 16 16 8 24 2ZM24 46C16 40 16 32 24 26C32 32 32 40 24 46ZM2 24C8 16 16 16 22 24C16 32 8 32 2 24ZM46 24C40 32 32 32 26 24C32 16 40 16 46 24Z';

/** A bust without a face, on mist. */
export const PORTRAIT_FALLBACK = svg(
  '0 0 400 400',
  '<rect width="400" height="400" fill="#F1EFFB"/><circle cx="200" cy="400" r="190" fill="#FFE8B5"/><circle cx="200" cy="156" r="70" fill="#857A99"/><path d="M62 400C62 300 118 256 200 256S338 300 338 400Z" fill="#2A2472"/>',
);

/** The leaf pattern on mist, with the sun and an image frame. */
export const IMAGE_FALLBACK = svg(
  '0 0 640 360',
  `<defs><pattern id="e" width="64" height="64" patternUnits="userSpaceOnUse"><path d="${LEAF}" transform="scale(1.333)" fill="#2A2472" opacity=".08"/></pattern></defs><rect width="640" height="360" fill="#F1EFFB"/><rect width="640" height="360" fill="url(#e)"/><rect x="256" y="126" width="128" height="108" rx="16" fill="#FFFFFF" stroke="#857A99" stroke-width="4"/><circle cx="352" cy="158" r="12" fill="#F6A81C"/><path d="M266 224l36-48 26 32 18-20 28 36z" fill="#857A99"/>`,
);

/** All are among the widths that the image server derives. */
const DEFAULT_WIDTHS: readonly number[] = [320, 480, 640, 960, 1280, 1600];

export interface ContentImageProps {
  readonly src: string | null | undefined;
  readonly alt: string;
  /** The box that the image fills, for its shape; the page's CSS decides how large it is shown. With `crop` they are the very size that is asked for. */
  readonly width: number;
  readonly height: number;
  readonly sizes?: string | undefined;
  /** Widths offered to the browser. */
  readonly widths?: readonly number[] | undefined;
  /** Lets the image server cut. Without it the whole image comes, and `object-position` says what of it is seen. */
  readonly crop?: ImageOptions['crop'];
  readonly gravity?: ImageOptions['gravity'];
  readonly radius?: ImageOptions['radius'];
  /** The first view's largest image: loaded at once and before others. */
  readonly priority?: boolean | undefined;
  /** Stands in for an image that is missing or fails. */
  readonly fallback?: string | undefined;
  /** A tiny image as data URI, shown while the real one comes. */
  readonly placeholder?: string | null | undefined;
  readonly className?: string | undefined;
}

interface Sources {
  readonly src: string;
  readonly srcSet?: string;
}

const sourcesOf = (props: ContentImageProps, src: string): Sources => {
  const { width, height, widths = DEFAULT_WIDTHS, crop, gravity, radius } = props;
  if (!isResizable(src)) return { src };
  const at = (wide: number) =>
    imageUrl(src, { width: wide, height: crop === undefined ? undefined : Math.round((wide * height) / width), crop, gravity, radius });
  const ownWidth = crop === undefined ? (widths.find((wide) => wide >= width) ?? widths.at(-1) ?? width) : width;
  return { src: at(ownWidth), srcSet: widths.map((wide) => `${at(wide)} ${wide}w`).join(', ') };
};

const placeholderStyle = (placeholder: string): CSSProperties & Record<'--placeholder', string> => ({ '--placeholder': `url("${placeholder}")` });

/** An image that keeps its room, comes in the size that the screen needs, and is replaced once when it fails (IMG-04). */
export const ContentImage = (props: ContentImageProps) => {
  const { alt, width, height, sizes = '100vw', priority = false, fallback = IMAGE_FALLBACK, placeholder, className } = props;
  const src = props.src ?? '';
  const image = useRef<HTMLImageElement>(null);
  const [failedSrc, setFailedSrc] = useState<string>();
  const isFailed = src === '' || failedSrc === src;
  const sources: Sources = isFailed ? { src: fallback } : sourcesOf(props, src);

  // An image of the server's HTML may have failed before React could listen.
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
      style={placeholder && !isFailed ? placeholderStyle(placeholder) : undefined}
      onError={isFailed ? undefined : () => setFailedSrc(src)}
    />
  );
};
