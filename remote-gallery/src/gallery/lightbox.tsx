import { formatLongDate } from '@site/shared/domain/dates';
import type { HostServices } from '@site/shared/remote/host-services';
import { useLocation, useNavigate } from '@site/shared/router';
import { ContentImage } from '@site/shared/ui/content-image';
import { Icon } from '@site/shared/ui/icon';
import { closeIcon, type IconShape, leftIcon, linkIcon, rightIcon } from '@site/shared/ui/icon-shapes';
import { type CSSProperties, type KeyboardEvent, type MouseEvent, type Ref, type TouchEvent, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { GalleryPageView, ImageView } from './gallery-data.ts';
import { galleryPath } from './gallery-path.ts';
import { isOpenedFromGrid, tileId } from './image-grid.tsx';
import styles from './lightbox.module.css';

interface StepTarget {
  readonly photo: string;
  readonly page: number;
}

interface LightboxSteps {
  readonly image: ImageView;
  /** Position within the album, from 1. */
  readonly position: number;
  readonly first: StepTarget;
  readonly last: StepTarget;
  /** null at the end of the album. */
  readonly previous: StepTarget | null;
  readonly next: StepTarget | null;
  readonly adjacentImages: readonly ImageView[];
}

const toTarget = (photo: string | null | undefined, page: number): StepTarget | null => (photo === null || photo === undefined ? null : { photo, page });

export const getLightboxSteps = (view: GalleryPageView, imageId: string): LightboxSteps | null => {
  const { images, page, offset } = view;
  const index = images.findIndex(({ id }) => id === imageId);
  const image = images[index];
  if (image === undefined) return null;
  const toEndTarget = (end: ImageView | undefined): StepTarget => ({ photo: end?.id ?? imageId, page });
  const before = images[index - 1];
  const after = images[index + 1];
  return {
    image,
    position: offset + index + 1,
    first: toEndTarget(images[0]),
    last: toEndTarget(images.at(-1)),
    previous: toTarget(before?.id, page) ?? toTarget(view.before, page - 1),
    next: toTarget(after?.id, page) ?? toTarget(view.after, page + 1),
    adjacentImages: [before, after].filter((candidate) => candidate !== undefined),
  };
};

/** Minimum length of a swipe. Shorter movements are probably taps. */
const SWIPE_DISTANCE_PX = 48;

interface SwipeActions {
  onLeft(): void;
  onRight(): void;
}

/** Returns touch handlers for horizontal one-finger swipes. Scrolling and zooming are ignored. */
const useSwipe = ({ onLeft, onRight }: SwipeActions) => {
  const start = useRef<{ readonly x: number; readonly y: number } | null>(null);
  return {
    onTouchStart: ({ touches }: TouchEvent): void => {
      const firstTouch = touches[0];
      start.current = firstTouch === undefined || touches.length > 1 ? null : { x: firstTouch.clientX, y: firstTouch.clientY };
    },
    onTouchEnd: ({ changedTouches }: TouchEvent): void => {
      const firstTouch = changedTouches[0];
      if (start.current === null || firstTouch === undefined) return;
      const deltaX = firstTouch.clientX - start.current.x;
      const deltaY = firstTouch.clientY - start.current.y;
      start.current = null;
      if (Math.abs(deltaX) < SWIPE_DISTANCE_PX || Math.abs(deltaX) < Math.abs(deltaY)) return;
      if (deltaX < 0) onLeft();
      else onRight();
    },
  };
};

interface LightboxProps {
  readonly view: GalleryPageView;
  readonly album: string | null;
  readonly steps: LightboxSteps;
  readonly services: Pick<HostServices, 'notify' | 'site'>;
}

const DEFAULT_SIZE = { width: 1280, height: 800 };

const getSize = ({ width, height }: ImageView): typeof DEFAULT_SIZE => (width > 0 && height > 0 ? { width, height } : DEFAULT_SIZE);

/** Passes the image's aspect ratio to the styles, which make the figure as wide as the image at the available height. */
const toFigureStyle = (image: ImageView): CSSProperties & Record<'--ratio', number> => {
  const { width, height } = getSize(image);
  return { '--ratio': width / height };
};

const LargeImage = ({ image }: { readonly image: ImageView }) => (
  <ContentImage
    src={image.url}
    alt={image.alt}
    color={image.color}
    {...getSize(image)}
    sizes="(min-width: 1264px) 1040px, 100vw"
    priority
    className={styles.image}
  />
);

interface StepButtonProps {
  readonly icon: IconShape;
  readonly label: string;
  readonly className: string | undefined;
  /** null at the end of the album. The button stays enabled, because a disabled button would lose the focus. */
  readonly to: StepTarget | null;
  readonly ref?: Ref<HTMLButtonElement>;
  onStep(to: StepTarget): void;
}

const StepButton = ({ icon, label, className, to, ref, onStep }: StepButtonProps) => {
  const step = (event: MouseEvent): void => {
    event.preventDefault();
    if (to !== null) onStep(to);
  };
  return (
    <button
      ref={ref}
      className={className}
      type={to === null ? 'button' : 'submit'}
      name="photo"
      value={to?.photo ?? ''}
      aria-label={label}
      aria-disabled={to === null}
      onClick={step}
    >
      <Icon shape={icon} />
    </button>
  );
};

/** Whether the browser supports modal dialogs (Safari does since 15.4). Without support, the element is generic, and only its styles make it cover the page. */
const supportsModalDialogs = (): boolean => 'HTMLDialogElement' in window && 'showModal' in HTMLDialogElement.prototype;

/** Opens the dialog as a modal. On unmount, moves the focus to the tile of the last image. */
const useModalDialog = (imageId: string) => {
  const dialog = useRef<HTMLDialogElement>(null);
  const initialFocus = useRef<HTMLButtonElement>(null);
  const lastImage = useRef(imageId);

  useEffect(() => {
    lastImage.current = imageId;
  }, [imageId]);

  useLayoutEffect(() => {
    const element = dialog.current;
    if (supportsModalDialogs()) {
      // The server renders the dialog open, for pages without JavaScript. Only `showModal()` makes it modal.
      element?.removeAttribute('open');
      // oxlint-disable-next-line no-restricted-properties -- `supportsModalDialogs` has checked for support.
      element?.showModal();
    } else element?.setAttribute('role', 'dialog');
    initialFocus.current?.focus();
    return () => {
      if (supportsModalDialogs()) element?.close();
      document.getElementById(tileId(lastImage.current))?.focus({ preventScroll: true });
    };
  }, []);

  return { dialog, initialFocus };
};

/**
 * Tracks whether the current image has loaded, after which the adjacent images may be preloaded. With data saver, an empty placeholder replaces the image, so
 * they are never preloaded.
 */
const useImageLoaded = (imageId: string) => {
  const figure = useRef<HTMLElement>(null);
  const [loadedId, setLoadedId] = useState<string>();

  useEffect(() => {
    const image = figure.current?.querySelector('img');
    if (image === null || image === undefined || image.src.startsWith('data:')) return;
    const onLoad = (): void => setLoadedId(imageId);
    if (image.complete) onLoad();
    else image.addEventListener('load', onLoad, { once: true });
    return () => image.removeEventListener('load', onLoad);
  }, [imageId]);

  return { figure, isLoaded: loadedId === imageId };
};

/**
 * One large image in a modal dialog. The URL names the image, so visitors can share it, and Back closes the dialog. Without JavaScript, the buttons submit a
 * form that navigates to the next URL.
 */
export const Lightbox = ({ view, album, steps, services }: LightboxProps) => {
  const { image, position, first, last, previous, next, adjacentImages } = steps;
  const navigate = useNavigate();
  const location = useLocation();
  const { dialog, initialFocus } = useModalDialog(image.id);
  const { figure, isLoaded } = useImageLoaded(image.id);

  const show = (to: StepTarget): void =>
    void navigate(galleryPath({ ...to, album }, to.page !== view.page), { replace: true, preventScrollReset: true, state: location.state });
  const close = (): void => {
    if (isOpenedFromGrid(location.state)) void navigate(-1);
    else void navigate(galleryPath({ album, page: view.page }), { replace: true, preventScrollReset: true });
  };
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(new URL(galleryPath({ album, photo: image.id }), services.site.siteUrl).href);
      services.notify.success('Link copied');
    } catch {
      services.notify.error('The link could not be copied');
    }
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'ArrowLeft' && previous !== null) show(previous);
    if (event.key === 'ArrowRight' && next !== null) show(next);
    if (event.key === 'Home') show(first);
    if (event.key === 'End') show(last);
    if (event.key === 'Escape' && !supportsModalDialogs()) close();
  };
  const swipe = useSwipe({ onLeft: () => next !== null && show(next), onRight: () => previous !== null && show(previous) });
  const closeOnClick = (event: MouseEvent): void => {
    event.preventDefault();
    close();
  };
  const facts = [formatLongDate(image.createdAt), image.albumName].filter((fact) => fact !== '');

  return (
    <dialog
      ref={dialog}
      className={styles.lightbox}
      open
      aria-label={`Photo ${position} of ${view.total}`}
      onCancel={(event) => {
        event.preventDefault();
        close();
      }}
      onKeyDown={onKeyDown}
      onClick={(event) => event.target === event.currentTarget && close()}
      {...swipe}
    >
      <figure className={styles.figure} ref={figure} style={toFigureStyle(image)}>
        <LargeImage key={image.id} image={image} />
        <figcaption className={styles.bar}>
          <div className={styles.text} aria-live="polite">
            <p className={styles.title}>{image.title}</p>
            <p className={styles.facts}>{facts.join(' · ')}</p>
          </div>
          <p className={styles.position}>
            {position} of {view.total}
          </p>
          <button className={styles.copy} type="button" onClick={() => void copy()}>
            <Icon shape={linkIcon} />
            Copy link
          </button>
        </figcaption>
      </figure>
      <form className={styles.controls} action="/gallery" method="get">
        {album !== null && <input type="hidden" name="album" value={album} />}
        {view.page > 1 && <input type="hidden" name="page" value={view.page} />}
        <StepButton icon={leftIcon} label="Previous photo" className={styles.previous} to={previous} onStep={show} />
        <StepButton icon={rightIcon} ref={initialFocus} label="Next photo" className={styles.next} to={next} onStep={show} />
        <button className={styles.close} type="submit" aria-label="Close" onClick={closeOnClick}>
          <Icon shape={closeIcon} />
        </button>
      </form>
      {isLoaded && (
        <div hidden>
          {adjacentImages.map((adjacentImage) => (
            <LargeImage key={adjacentImage.id} image={adjacentImage} />
          ))}
        </div>
      )}
    </dialog>
  );
};
