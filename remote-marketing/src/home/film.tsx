import { ContentImage } from '@site/shared/ui/content-image';
import { Eyebrow } from '@site/shared/ui/eyebrow';
import { Icon } from '@site/shared/ui/icon';
import { playIcon } from '@site/shared/ui/icon-shapes';
import { Section } from '@site/shared/ui/section';
import { MoreLink } from '@site/shared/ui/text-link';
import { useHydrated } from '@site/shared/ui/use-hydrated';
import { VisuallyHidden } from '@site/shared/ui/visually-hidden';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import styles from './film.module.css';
import type { HomeContent } from './home-content.ts';

/** Returns the player's URL with autoplay, because the visitor has already pressed "Play". */
const getPlayerUrl = (videoUrl: string): string => {
  const url = new URL(videoUrl);
  url.searchParams.set('autoplay', '1');
  return url.href;
};

const Player = ({ title, videoUrl }: { readonly title: string; readonly videoUrl: string }) => {
  const frame = useRef<HTMLIFrameElement>(null);
  useEffect(() => frame.current?.focus(), []);
  return (
    <iframe
      ref={frame}
      className={styles.player}
      src={getPlayerUrl(videoUrl)}
      title={`Film: ${title}`}
      allow="autoplay; encrypted-media; fullscreen; picture-in-picture"
      referrerPolicy="strict-origin-when-cross-origin"
    />
  );
};

/** A link to the film until hydration, then a button. The button keeps the focus if the link had it. */
const PlayControl = ({ title, videoUrl, onPlay }: { readonly title: string; readonly videoUrl: string; readonly onPlay: () => void }) => {
  const isHydrated = useHydrated();
  const link = useRef<HTMLAnchorElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const hadFocus = useRef(false);
  useLayoutEffect(() => {
    if (hadFocus.current) button.current?.focus();
    hadFocus.current = link.current !== null && link.current === document.activeElement;
  });
  const label = `Play the film ${title}`;
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
      <VisuallyHidden>{`${label} (opens in a new tab)`}</VisuallyHidden>
    </a>
  );
};

/** A cover with a play button. The page requests nothing from the video platform until the visitor presses the button (HOME-06, HOME-07). */
export const Film = ({ film, videoUrl }: { readonly film: HomeContent['film']; readonly videoUrl: string }) => {
  const [isPlaying, setPlaying] = useState(false);
  return (
    <Section tone="mist" labelledBy="film" className={styles.layout}>
      <div className={styles.text}>
        <Eyebrow>See us at work</Eyebrow>
        <h2 id="film">{film.title}</h2>
        <p>{film.description}</p>
        <MoreLink to="/events">See our events</MoreLink>
      </div>
      <div className={styles.frame}>
        {isPlaying ? (
          <Player title={film.title} videoUrl={videoUrl} />
        ) : (
          <>
            <ContentImage src={film.cover} alt={film.coverAlt} width={1280} height={720} />
            <PlayControl title={film.title} videoUrl={videoUrl} onPlay={() => setPlaying(true)} />
            <p className={styles.note}>{film.note}</p>
          </>
        )}
      </div>
    </Section>
  );
};
