// biome-ignore lint/style/noRestrictedImports: the router is a federation singleton, and the builds know it by this name alone; by its path it would come a second time.
import { Link } from '@site/shared/router';
import type { MouseEvent, ReactNode } from 'react';
import { isSafeHref } from '../domain/safe-href.ts';
import { VisuallyHidden } from './visually-hidden.tsx';

/** A place within the site (`to`) or an address outside of it (`href`). */
export type LinkTarget = { readonly to: string; readonly href?: undefined } | { readonly href: string; readonly to?: undefined };

export type PlainLinkProps = LinkTarget & {
  readonly newTab?: boolean | undefined;
  readonly className?: string | undefined;
  readonly label?: string | undefined;
  readonly current?: boolean | undefined;
  readonly onClick?: ((event: MouseEvent<HTMLAnchorElement>) => void) | undefined;
  readonly children: ReactNode;
};

const NEW_TAB = { target: '_blank', rel: 'noopener' } as const;

/** The link under all the others: tells of a new tab, and is not rendered at all when its scheme is not http, https, mailto or tel. */
export const PlainLink = ({ to, href, newTab = false, className, label, current = false, onClick, children }: PlainLinkProps) => {
  const shared = {
    className,
    onClick,
    'aria-label': label !== undefined && newTab ? `${label} (opens in a new tab)` : label,
    'aria-current': current ? ('page' as const) : undefined,
    ...(newTab ? NEW_TAB : {}),
  };
  const content = (
    <>
      {children}
      {newTab && label === undefined && <VisuallyHidden> (opens in a new tab)</VisuallyHidden>}
    </>
  );
  if (to !== undefined) {
    return (
      <Link to={to} {...shared}>
        {content}
      </Link>
    );
  }
  if (href === undefined || !isSafeHref(href)) return null;
  return (
    <a href={href} {...shared}>
      {content}
    </a>
  );
};
