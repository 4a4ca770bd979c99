import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { readEmbed } from '../domain/embed.ts';
import { classNames } from './class-names.ts';
import { Icon } from './icon.tsx';
import { playIcon } from './icon-shapes.ts';
import styles from './rich-text-embed.module.css';
import { ExternalLink } from './text-link.tsx';

interface RichTextEmbedProps {
  readonly src: string;
  readonly title: string;
}

const VERBS = { video: { load: 'Play', see: 'Watch' }, sound: { load: 'Load', see: 'Listen' } } as const;

const never = () => () => {};
const yes = (): boolean => true;
const no = (): boolean => false;

const Player = ({ src, title, className }: RichTextEmbedProps & { readonly className: string | undefined }) => {
  const frame = useRef<HTMLIFrameElement>(null);
  // The button that was pressed is gone: the focus goes on to what it brought.
  useEffect(() => frame.current?.focus(), []);
  return (
    <iframe
      ref={frame}
      className={className}
      src={src}
      title={title}
      allow="encrypted-media; fullscreen; picture-in-picture"
      referrerPolicy="strict-origin-when-cross-origin"
      sandbox="allow-scripts allow-same-origin allow-popups allow-presentation"
    />
  );
};

/** A player of another site, which is asked for nothing before somebody presses the button; without script a link leads there. Nothing when the site is not on the list. */
export const RichTextEmbed = ({ src, title }: RichTextEmbedProps) => {
  const [isLoaded, setLoaded] = useState(false);
  const isAlive = useSyncExternalStore(never, yes, no);
  const embed = readEmbed(src);
  if (embed === undefined) return null;
  const name = title || (embed.kind === 'video' ? 'video' : 'recording');
  const verb = VERBS[embed.kind];
  return (
    <figure className={styles.embed}>
      {isLoaded ? (
        <Player src={embed.src} title={title || `${embed.site} player`} className={styles[embed.kind]} />
      ) : (
        <div className={styles.card}>
          <button type="button" className={classNames(styles.load, !isAlive && styles.waiting)} onClick={() => setLoaded(true)}>
            <span className={styles.disc}>
              <Icon shape={playIcon} />
            </span>
            {`${verb.load} ${name}`}
          </button>
          <p className={styles.note}>
            This loads a player from {embed.site} ({new URL(embed.src).hostname}), which learns that you visit this page.
          </p>
        </div>
      )}
      <figcaption>
        <ExternalLink href={embed.page} newTab>
          {`${verb.see} on ${embed.site}`}
        </ExternalLink>
      </figcaption>
    </figure>
  );
};
