import { Eyebrow } from '@site/shared/ui/eyebrow';
import { Icon } from '@site/shared/ui/icon';
import { playIcon } from '@site/shared/ui/icon-shapes';
import { Picture } from '@site/shared/ui/picture';
import { Section } from '@site/shared/ui/section';
import { VisuallyHidden } from '@site/shared/ui/visually-hidden';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useHydrated } from '../carousel/use-hydrated.ts';
import styles from './film.module.css';
import { FILM } from './home-content.ts';

/** The address of the player that starts by itself: the visitor has pressed "Play" already. */
const playerAddress = (videoUrl: string): string => {
  const url = new URL(videoUrl);
  url.searchParams.set('autoplay', '1');
  return url.href;
};

const Player = ({ videoUrl }: { readonly videoUrl: string }) => {
  const frame = useRef<HTMLIFrameElement>(null);
  useEffect(() => frame.current?.focus(), []);
  return (
    <iframe
      ref={frame}
      className={styles.player}
      src={playerAddress(videoUrl)}
      title={`Film: ${FILM.title}`}
      allow="autoplay; encrypted-media; fullscreen; picture-in-picture"
      referrerPolicy="strict-origin-when-cross-origin"
    />
  );
};

/** Until the page is alive the play control is a link to the film; focus stays on it when it becomes a button. */
const PlayControl = ({ videoUrl, onPlay }: { readonly videoUrl: string; readonly onPlay: () => void }) => {
  const isHydrated = useHydrated();
  const link = useRef<HTMLAnchorElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const hadFocus = useRef(false);
  useLayoutEffect(() => {
    if (hadFocus.current) button.current?.focus();
    hadFocus.current = link.current !== null && link.current === document.activeElement;
  });
  const label = `Play the film ${FILM.title}`;
  if (isHydrated)
    return (
      <button ref={button} type="button" className={styles.play} onClick={onPlay}>
        <Icon shape={playIcon} />
        <VisuallyHidden>{label}</VisuallyHidden>
      </button>
    );
  return (
    <a ref={link} className={styles.play} href={videoUrl} target="_blank" rel="noopener">
      <Icon shape={playIcon} />
      <VisuallyHidden>{label} (opens in a new tab)</VisuallyHidden>
    </a>
  );
};

/** Cover and play button; the click replaces them with the player for good, and nothing is asked of the video platform before (HOME-06, HOME-07). */
export const Film = ({ videoUrl }: { readonly videoUrl: string }) => {
  const [isPlaying, setPlaying] = useState(false);
  return (
    <Section tone="mist" labelledBy="film" className={styles.layout}>
      <div className={styles.words}>
        <Eyebrow>See us at work</Eyebrow>
        <h2 id="film">{FILM.title}</h2>
        <p>{FILM.description}</p>
      </div>
      <div className={styles.frame}>
        {isPlaying ? (
          <Player videoUrl={videoUrl} />
        ) : (
          <>
            <Picture src={FILM.cover} alt={FILM.coverAlt} width={1280} height={720} />
            <PlayControl videoUrl={videoUrl} onPlay={() => setPlaying(true)} />
            <p className={styles.note}>{FILM.note}</p>
          </>
        )}
      </div>
    </Section>
  );
};
