import { type ReactNode, useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import styles from './phone-frame.module.css';
import { VisuallyHidden } from './visually-hidden.tsx';

const STYLES = 'link[rel~="stylesheet"], style';

/**
 * Returns the empty text that Trusted Types accept without a policy. The property is missing in browsers without Trusted Types, and in TypeScript's DOM types.
 */
const getEmptyHtml = (page: object): string => Reflect.get(page, 'trustedTypes')?.emptyHTML ?? '';

const whenLoaded = (style: Node): Promise<void> =>
  new Promise((resolve) => {
    // Inline styles apply immediately. A style sheet that cannot be loaded is also missing on the page itself.
    if (style.nodeName !== 'LINK') return resolve();
    style.addEventListener('load', () => resolve());
    style.addEventListener('error', () => resolve());
  });

/** Copies the page's styles, theme and language to the frame, and keeps them up to date. Calls `onReady` once, after the first copy has loaded. */
const followPage = (frame: Document, onReady: () => void): (() => void) => {
  const copied = new Set<Element>();
  const copyStyles = (): Promise<unknown> => {
    const missing = [...document.querySelectorAll(STYLES)].filter((style) => !copied.has(style));
    const copies = missing.map((style) => frame.importNode(style, true));
    for (const style of missing) copied.add(style);
    const loaded = Promise.all(copies.map(whenLoaded));
    frame.head.append(...copies);
    return loaded;
  };
  const copyAttributes = (): void => {
    for (const { name, value } of document.documentElement.attributes) frame.documentElement.setAttribute(name, value);
  };
  let isFollowing = true;
  const observer = new MutationObserver(() => {
    copyAttributes();
    void copyStyles();
  });
  copyAttributes();
  void copyStyles().then(() => isFollowing && onReady());
  observer.observe(document.documentElement, { attributes: true });
  observer.observe(document.head, { childList: true });
  return () => {
    isFollowing = false;
    observer.disconnect();
  };
};

interface PhoneFrameProps {
  /** Accessible name. */
  readonly title: string;
  readonly children: ReactNode;
}

/**
 * Renders its children in a separate document as wide as a phone, so that media queries, `vw` and the choice of image files match a phone. The document is
 * empty and has no URL, because no page of the site can be framed. The policy of the surrounding page applies to it.
 */
export const PhoneFrame = ({ title, children }: PhoneFrameProps) => {
  const ref = useRef<HTMLIFrameElement>(null);
  const [body, setBody] = useState<HTMLElement | null>(null);
  useEffect(() => {
    const frame = ref.current;
    if (frame === null) return;
    let unfollow: (() => void) | undefined;
    const fill = (): void => {
      unfollow?.();
      const content = frame.contentDocument;
      if (content === null) return;
      // Plain links leave the preview, as they do without the frame.
      const base = content.createElement('base');
      base.target = '_top';
      content.head.append(base);
      unfollow = followPage(content, () => setBody(content.body));
    };
    frame.addEventListener('load', fill);
    // `srcdoc` rather than `about:blank`, which is in quirks mode.
    frame.srcdoc = getEmptyHtml(window);
    return () => {
      frame.removeEventListener('load', fill);
      unfollow?.();
    };
  }, []);
  return (
    <div className={styles.ground}>
      {/* The children's heading is in the other document. */}
      <VisuallyHidden as="h1">{title}</VisuallyHidden>
      <iframe ref={ref} className={styles.phone} title={title} />
      {body !== null && createPortal(children, body)}
    </div>
  );
};
