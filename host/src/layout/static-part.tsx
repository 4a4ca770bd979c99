import type { SiteConfig } from '@site/shared/contracts/site';
import { useHydrated } from '@site/shared/ui/use-hydrated';
import { createContext, type MouseEvent, type ReactNode, useContext, useLayoutEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { loadAgain } from '../scheduling/load-again.ts';

export type PartName = 'contact' | 'footer' | 'help' | 'menu';

/** Content of the static parts while the server renders the shell. Undefined in the browser, which uses the page's HTML. */
export const RenderedParts = createContext<Readonly<Record<PartName, ReactNode>> | undefined>(undefined);

/** Makes React keep the server's nodes during hydration. */
const SERVER_HTML = { __html: '' };

/** The nodes of a part whose shell was unmounted, for the next shell. */
const keptNodes = new Map<PartName, readonly ChildNode[]>();

interface StaticPartProps {
  readonly name: PartName;
  readonly site: SiteConfig;
  readonly className?: string | undefined;
}

/**
 * A stateless part of the shell: the server renders it, and the browser keeps the HTML without loading code for it. If the page has no such HTML, because it
 * started without the shell, the browser loads `shell-parts.tsx`.
 */
export const StaticPart = ({ name, site, className }: StaticPartProps) => {
  const rendered = useContext(RenderedParts);
  const isHydrated = useHydrated();
  const navigate = useNavigate();
  const place = useRef<HTMLDivElement>(null);
  const [late, setLate] = useState<ReactNode>();
  // During hydration, the nodes are already in position. When React renders the shell again, they move from the old shell into this one.
  const [nodes] = useState(() => {
    if (!isHydrated || rendered !== undefined) return undefined;
    const old = document.querySelector(`[data-part=${name}]`)?.childNodes;
    return old === undefined ? (keptNodes.get(name) ?? []) : [...old];
  });

  useLayoutEffect(() => {
    const element = place.current;
    if (nodes?.length === 0)
      void loadAgain(() => import(/* webpackChunkName: "shell-parts" */ './shell-parts.tsx')).then(({ createShellParts }) =>
        setLate(createShellParts(site)[name]),
      );
    else if (nodes) element?.append(...nodes);
    return () => {
      if (element?.firstChild) keptNodes.set(name, [...element.childNodes]);
    };
  }, [name, nodes, site]);

  /** Handles clicks on links in this HTML, so that they navigate without a page load. */
  const follow = (event: MouseEvent): void => {
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    const path = link?.getAttribute('href');
    if (link?.target !== '' || !path?.startsWith('/')) return;
    if (event.defaultPrevented || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    void navigate(path, { replace: link.href === location.href });
  };

  const shared = { ref: place, 'data-part': name, className, onClick: follow };
  const content = rendered?.[name] ?? late;
  // biome-ignore lint/security/noDangerouslySetInnerHtml: the value is empty, and is never written.
  if (content === undefined && nodes === undefined) return <div {...shared} dangerouslySetInnerHTML={SERVER_HTML} suppressHydrationWarning />;
  return <div {...shared}>{content}</div>;
};
