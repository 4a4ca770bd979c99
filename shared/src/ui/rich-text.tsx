import { createElement, Fragment, type ReactNode, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { readEmbed } from '../domain/embed.ts';
import { imageUrl } from '../domain/image-url.ts';
import type { RichTextElement, RichTextNode } from '../domain/rich-text.ts';
import { plainText } from '../domain/rich-text.ts';
import { classNames } from './class-names.ts';
import { ContentImage } from './content-image.tsx';
import { Icon } from './icon.tsx';
import { playIcon } from './icon-shapes.ts';
import { PlainLink } from './link.tsx';
import styles from './rich-text.module.css';
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

/** Stands for an image whose size the text does not tell. */
const DEFAULT_IMAGE_SIZE = { width: 800, height: 600 };

/** Sharp in the reading column of a dense screen. */
const IMAGE_WIDTH_PX = 1080;

/** Paths of this site that are no pages: files that the browser fetches by itself. */
const isFile = (path: string): boolean => /^\/(?:img|api|_mf)\//.test(path) || /\.[a-z0-9]{2,5}$/i.test(path);

const renderLink = (href: string, children: ReactNode): ReactNode => {
  if (/^https?:/.test(href))
    return (
      <ExternalLink href={href} newTab>
        {children}
      </ExternalLink>
    );
  return href.startsWith('/') && !isFile(href.split(/[?#]/)[0] ?? '') ? <PlainLink to={href}>{children}</PlainLink> : <a href={href}>{children}</a>;
};

const renderTable = (table: RichTextElement): ReactNode => {
  const caption = table.children.find((child) => typeof child !== 'string' && child.tag === 'caption');
  const name = caption === undefined ? '' : plainText([caption]);
  return (
    // No region: landmarks need names of their own, and two tables may have the same one or none.
    // biome-ignore lint/a11y/useSemanticElements: no fieldset, it groups no fields.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: wide tables scroll in their own box, and arrow keys can scroll it only when it takes the focus.
    <div role="group" className={styles.table} aria-label={name || 'Table'} tabIndex={0}>
      <table>{renderNodes(table.children)}</table>
    </div>
  );
};

const renderElement = (element: RichTextElement): ReactNode => {
  const { tag, attributes = {}, children } = element;
  switch (tag) {
    case 'a':
      return renderLink(attributes.href ?? '', renderNodes(children));
    case 'img': {
      const { src = '', alt = '', width, height } = attributes;
      const size = width === undefined || height === undefined ? DEFAULT_IMAGE_SIZE : { width, height };
      // One width for all: heights of any shape cannot be asked for, only widths.
      return <ContentImage src={imageUrl(src, { width: IMAGE_WIDTH_PX })} alt={alt} {...size} />;
    }
    case 'iframe':
      return <RichTextEmbed src={attributes.src ?? ''} title={attributes.title ?? ''} />;
    case 'table':
      return renderTable(element);
    case 'br':
    case 'hr':
      return createElement(tag);
    default:
      return createElement(tag, attributes, renderNodes(children));
  }
};

const renderNodes = (nodes: readonly RichTextNode[]): ReactNode[] =>
  nodes.map((node, index) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: the text never changes while it stands on a page, so a position is a good key.
    typeof node === 'string' ? node : <Fragment key={index}>{renderElement(node)}</Fragment>,
  );

/** Editors' text in the site's own type. Builds elements from checked data: no markup is ever written into the page. */
export const RichText = ({ nodes }: { readonly nodes: readonly RichTextNode[] }) => <div className={styles.text}>{renderNodes(nodes)}</div>;
