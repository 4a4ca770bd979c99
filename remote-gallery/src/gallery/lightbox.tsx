import { formatLongDate } from '@site/shared/domain/dates';
import type { HostServices } from '@site/shared/remote/host-services';
import { useLocation, useNavigate } from '@site/shared/router';
import { ContentImage } from '@site/shared/ui/content-image';
import { Icon } from '@site/shared/ui/icon';
import { closeIcon, type IconShape, leftIcon, linkIcon, rightIcon } from '@site/shared/ui/icon-shapes';
import { type KeyboardEvent, type MouseEvent, type Ref, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { galleryPath } from './gallery-address.ts';
import type { GalleryPageView, PhotoView } from './gallery-loader.ts';
import styles from './lightbox.module.css';
import type { LightboxSteps, PhotoPlace } from './lightbox-steps.ts';
import { isOpenedHere, tileId } from './photo-tile.tsx';
import { useSwipe } from './use-swipe.ts';

interface LightboxProps {
  readonly view: GalleryPageView;
  readonly album: string | null;
  readonly steps: LightboxSteps;
  readonly services: Pick<HostServices, 'notify' | 'site'>;
}

/** The frame's shape, for photos whose own is unknown. */
const FRAME = { width: 1280, height: 800 };

const LargePhoto = ({ photo }: { readonly photo: PhotoView }) => (
  <ContentImage
    src={photo.url}
    alt={photo.alt}
    {...(photo.width > 0 && photo.height > 0 ? { width: photo.width, height: photo.height } : FRAME)}
    sizes="(min-width: 1264px) 1040px, 100vw"
    priority
    className={styles.image}
  />
);

interface StepButtonProps {
  readonly icon: IconShape;
  readonly label: string;
  readonly className: string | undefined;
  /** null at the end of the row: the button stays, since a native `disabled` would drop the focus. */
  readonly to: PhotoPlace | null;
  readonly ref?: Ref<HTMLButtonElement>;
  onStep(to: PhotoPlace): void;
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

/** Opens the dialog over the page and, when it goes, gives the focus to the tile of the photo that was seen last. */
const useModal = (photoId: string) => {
  const dialog = useRef<HTMLDialogElement>(null);
  const firstFocus = useRef<HTMLButtonElement>(null);
  const lastPhoto = useRef(photoId);

  useEffect(() => {
    lastPhoto.current = photoId;
  }, [photoId]);

  useLayoutEffect(() => {
    const element = dialog.current;
    // The HTML has it open already, for pages without script; only script can make it modal.
    element?.removeAttribute('open');
    element?.showModal();
    firstFocus.current?.focus();
    return () => {
      element?.close();
      document.getElementById(tileId(lastPhoto.current))?.focus({ preventScroll: true });
    };
  }, []);

  return { dialog, firstFocus };
};

/** Whether the shown image has come, so that its neighbours may be fetched too. */
const useLoaded = (photoId: string) => {
  const figure = useRef<HTMLElement>(null);
  const [loadedPhoto, setLoadedPhoto] = useState<string>();

  useEffect(() => {
    const image = figure.current?.querySelector('img');
    if (image === null || image === undefined) return;
    const note = (): void => setLoadedPhoto(photoId);
    if (image.complete) note();
    else image.addEventListener('load', note, { once: true });
    return () => image.removeEventListener('load', note);
  }, [photoId]);

  return { figure, isLoaded: loadedPhoto === photoId };
};

/**
 * One photo over the page, in a modal dialog. The address holds the photo: it can be passed on, and Back closes it.
 * Without script the buttons are a form's, which asks for the next address.
 */
export const Lightbox = ({ view, album, steps, services }: LightboxProps) => {
  const { photo, position, previous, next, neighbours } = steps;
  const navigate = useNavigate();
  const location = useLocation();
  const { dialog, firstFocus } = useModal(photo.id);
  const { figure, isLoaded } = useLoaded(photo.id);

  const show = (to: PhotoPlace): void =>
    void navigate(galleryPath({ ...to, album }, to.page !== view.page), { replace: true, preventScrollReset: true, state: location.state });
  const close = (): void => {
    if (isOpenedHere(location.state)) void navigate(-1);
    else void navigate(galleryPath({ album, page: view.page }), { replace: true, preventScrollReset: true });
  };
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(new URL(galleryPath({ album, photo: photo.id }), services.site.siteUrl).href);
      services.notify.success('Link copied');
    } catch {
      services.notify.error('The link could not be copied');
    }
  };
  const pressKey = (event: KeyboardEvent): void => {
    if (event.key === 'ArrowLeft' && previous !== null) show(previous);
    if (event.key === 'ArrowRight' && next !== null) show(next);
  };
  const swipe = useSwipe({ onLeft: () => next !== null && show(next), onRight: () => previous !== null && show(previous) });
  const closeByPointer = (event: MouseEvent): void => {
    event.preventDefault();
    close();
  };
  const facts = [formatLongDate(photo.createdAt), photo.albumName].filter((fact) => fact !== '');

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
      onKeyDown={pressKey}
      onClick={(event) => event.target === event.currentTarget && close()}
      {...swipe}
    >
      <figure className={styles.figure} ref={figure}>
        <LargePhoto key={photo.id} photo={photo} />
        <figcaption className={styles.bar}>
          <div className={styles.words} aria-live="polite">
            <p className={styles.title}>{photo.title}</p>
            <p className={styles.facts}>{facts.join(' · ')}</p>
          </div>
          <p className={styles.place}>
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
        <StepButton icon={rightIcon} ref={firstFocus} label="Next photo" className={styles.next} to={next} onStep={show} />
        <button className={styles.close} type="submit" aria-label="Close" onClick={closeByPointer}>
          <Icon shape={closeIcon} />
        </button>
      </form>
      {isLoaded && (
        <div hidden>
          {neighbours.map((neighbour) => (
            <LargePhoto key={neighbour.id} photo={neighbour} />
          ))}
        </div>
      )}
    </dialog>
  );
};
