import type { SiteConfig } from '@site/shared/contracts/site';
import { useHydrated } from '@site/shared/ui/use-hydrated';
import { createContext, type MouseEvent, type ReactNode, useContext, useLayoutEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { retryUntilLoaded } from '../scheduling/retry-until-loaded.ts';

export type PartName = 'contact' | 'footer' | 'help' | 'menu';

/** Content of the static parts while the server renders the shell. The value is undefined in the browser, which uses the page's HTML. */
export const RenderedParts = createContext<Readonly<Record<PartName, ReactNode>> | undefined>(undefined);

/** Empty inner HTML, which makes React keep the server's nodes during hydration. */
const SERVER_HTML = { __html: '' };

/** Nodes of a part whose shell was unmounted; the next shell reuses them. */
const detachedNodes = new Map<PartName, readonly ChildNode[]>();

interface StaticPartProps {
  readonly name: PartName;
  readonly site: SiteConfig;
  readonly className?: string | undefined;
}

/**
 * A stateless part of the shell. The server renders it, and the browser keeps the HTML without loading code for it. If the page started without the shell and
 * has no such HTML, the browser loads `shell-parts.tsx`.
 */
export const StaticPart = ({ name, site, className }: StaticPartProps) => {
  const renderedParts = useContext(RenderedParts);
  const isHydrated = useHydrated();
  const navigate = useNavigate();
  const container = useRef<HTMLDivElement>(null);
  const [lazyContent, setLazyContent] = useState<ReactNode>();
  // During hydration, the nodes are already in position. When React renders the shell again, they move from the old shell into the new one.
  const [nodes] = useState(() => {
    if (!isHydrated || renderedParts !== undefined) return undefined;
    const old = document.querySelector(`[data-part=${name}]`)?.childNodes;
    return old === undefined ? (detachedNodes.get(name) ?? []) : [...old];
  });

  useLayoutEffect(() => {
    const element = container.current;
    if (nodes?.length === 0)
      void retryUntilLoaded(() => import(/* webpackChunkName: "shell-parts" */ './shell-parts.tsx')).then(({ createShellParts }) =>
        setLazyContent(createShellParts(site)[name]),
      );
    else if (nodes) element?.append(...nodes);
    return () => {
      if (element?.firstChild) detachedNodes.set(name, [...element.childNodes]);
    };
  }, [name, nodes, site]);

  const handleClick = (event: MouseEvent): void => {
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    const path = link?.getAttribute('href');
    if (link?.target !== '' || !path?.startsWith('/')) return;
    if (event.defaultPrevented || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    void navigate(path, { replace: link.href === location.href });
  };

  const shared = { ref: container, 'data-part': name, className, onClick: handleClick };
  const content = renderedParts?.[name] ?? lazyContent;
  // biome-ignore lint/security/noDangerouslySetInnerHtml: the value is empty, and is never written.
  if (content === undefined && nodes === undefined) return <div {...shared} dangerouslySetInnerHTML={SERVER_HTML} suppressHydrationWarning />;
  return <div {...shared}>{content}</div>;
};
