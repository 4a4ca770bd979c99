import { type ReactNode, useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import styles from './phone-frame.module.css';
import { VisuallyHidden } from './visually-hidden.tsx';

const STYLES = 'link[rel~="stylesheet"], style';

/**
 * Returns the empty value that Trusted Types accept without a policy. The property is missing in browsers without Trusted Types, and in TypeScript's DOM types.
 */
const getEmptyHtml = (page: object): string => Reflect.get(page, 'trustedTypes')?.emptyHTML ?? '';

const waitForLoad = (style: Node): Promise<void> =>
  new Promise((resolve) => {
    // Inline styles apply immediately. A style sheet that fails to load is also missing on the page itself.
    if (style.nodeName !== 'LINK') return resolve();
    style.addEventListener('load', () => resolve());
    style.addEventListener('error', () => resolve());
  });

/** Copies the page's styles, theme and language to the frame, and keeps them up to date. Calls `onReady` once, after the first copy has loaded. */
const syncWithPage = (frame: Document, onReady: () => void): (() => void) => {
  const copied = new Set<Element>();
  const copyStyles = (): Promise<unknown> => {
    const missing = [...document.querySelectorAll(STYLES)].filter((style) => !copied.has(style));
    const copies = missing.map((style) => frame.importNode(style, true));
    for (const style of missing) copied.add(style);
    const loaded = Promise.all(copies.map(waitForLoad));
    frame.head.append(...copies);
    return loaded;
  };
  const copyAttributes = (): void => {
    for (const { name, value } of document.documentElement.attributes) frame.documentElement.setAttribute(name, value);
  };
  let isSyncing = true;
  const observer = new MutationObserver(() => {
    copyAttributes();
    void copyStyles();
  });
  copyAttributes();
  void copyStyles().then(() => isSyncing && onReady());
  observer.observe(document.documentElement, { attributes: true });
  observer.observe(document.head, { childList: true });
  return () => {
    isSyncing = false;
    observer.disconnect();
  };
};

interface PhoneFrameProps {
  readonly title: string;
  readonly children: ReactNode;
}

/**
 * Renders its children in a separate document as wide as a phone, so that media queries, `vw` and the choice of image files match a phone. The document is
 * empty and has no URL, because pages of the site forbid framing. The policy of the surrounding page applies to it.
 */
export const PhoneFrame = ({ title, children }: PhoneFrameProps) => {
  const ref = useRef<HTMLIFrameElement>(null);
  const [body, setBody] = useState<HTMLElement | null>(null);
  useEffect(() => {
    const frame = ref.current;
    if (frame === null) return;
    let stopSync: (() => void) | undefined;
    const fill = (): void => {
      stopSync?.();
      const content = frame.contentDocument;
      if (content === null) return;
      // Plain links leave the preview, as they would without the frame.
      const base = content.createElement('base');
      base.target = '_top';
      content.head.append(base);
      stopSync = syncWithPage(content, () => setBody(content.body));
    };
    frame.addEventListener('load', fill);
    // An `about:blank` document would be in quirks mode.
    frame.srcdoc = getEmptyHtml(window);
    return () => {
      frame.removeEventListener('load', fill);
      stopSync?.();
    };
  }, []);
  return (
    <div className={styles.ground}>
      {/* The children's heading is in the other document, so this page needs its own. */}
      <VisuallyHidden as="h1">{title}</VisuallyHidden>
      <iframe ref={ref} className={styles.phone} title={title} />
      {body !== null && createPortal(children, body)}
    </div>
  );
};
