import { createElement, Fragment, type ReactNode, useEffect, useRef, useState } from 'react';
import { readEmbed } from '../domain/embed.ts';
import type { RichTextElement, RichTextNode } from '../domain/rich-text.ts';
import { plainText } from '../domain/rich-text.ts';
import { BulletList } from './bullet-list.tsx';
import { classNames } from './class-names.ts';
import { ContentImage } from './content-image.tsx';
import { Icon } from './icon.tsx';
import { playIcon } from './icon-shapes.ts';
import { PlainLink } from './link.tsx';
import styles from './rich-text.module.css';
import { ExternalLink } from './text-link.tsx';
import { useHydrated } from './use-hydrated.ts';

interface RichTextEmbedProps {
  readonly src: string;
  readonly title: string;
}

const VERBS = { video: { load: 'Play', see: 'Watch' }, sound: { load: 'Load', see: 'Listen' } } as const;

const Player = ({ src, title, className }: RichTextEmbedProps & { readonly className: string | undefined }) => {
  const frame = useRef<HTMLIFrameElement>(null);
  // Move the focus to the player, because the button that had the focus no longer exists.
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

/**
 * Embedded player from another site, loaded when its button is pressed. Without JavaScript, a link replaces it. Renders nothing if the site is not on the
 * allow-list.
 */
const RichTextEmbed = ({ src, title }: RichTextEmbedProps) => {
  const [isLoaded, setLoaded] = useState(false);
  const isHydrated = useHydrated();
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
          <button type="button" className={classNames(styles.load, !isHydrated && styles.waiting)} onClick={() => setLoaded(true)}>
            <span className={styles.disc}>
              <Icon shape={playIcon} />
            </span>
            {`${verb.load} ${name}`}
          </button>
          <p className={styles.note}>
            This loads a player from {embed.site} ({new URL(embed.src).hostname}), which will know that you visited this page.
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

const DEFAULT_IMAGE_SIZE = { width: 800, height: 600 };

/**
 * Widths to request; the largest is twice the width of the text column. Heights cannot be requested, because the image server supports only a list of widths.
 */
const IMAGE_WIDTHS = [320, 480, 640, 720, 1080];
const IMAGE_SIZES = '(min-width: 600px) 540px, calc(100vw - 40px)';

/** Whether a path is a file on this site, which the router must not handle. */
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
    // Not a region: landmarks need unique names, but tables may share a name or have none.
    // biome-ignore lint/a11y/useSemanticElements: it contains no form fields.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users can scroll a wide table only when it has the focus.
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
      return <ContentImage src={src} alt={alt} widths={IMAGE_WIDTHS} sizes={IMAGE_SIZES} {...size} />;
    }
    case 'iframe':
      return <RichTextEmbed src={attributes.src ?? ''} title={attributes.title ?? ''} />;
    case 'table':
      return renderTable(element);
    case 'ul':
      return <BulletList {...attributes}>{renderNodes(children)}</BulletList>;
    case 'aside':
      // Not an `aside` element, because a landmark inside the page's main content is more noise than help.
      return <div className={styles.help}>{renderNodes(children)}</div>;
    case 'br':
    case 'hr':
      return createElement(tag);
    default:
      return createElement(tag, attributes, renderNodes(children));
  }
};

const renderNodes = (nodes: readonly RichTextNode[]): ReactNode[] =>
  nodes.map((node, index) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: the text never changes while it is rendered.
    typeof node === 'string' ? node : <Fragment key={index}>{renderElement(node)}</Fragment>,
  );

/** Renders parsed rich text as React elements. Markup is never inserted into the page. */
export const RichText = ({ nodes }: { readonly nodes: readonly RichTextNode[] }) => <div className={styles.text}>{renderNodes(nodes)}</div>;
