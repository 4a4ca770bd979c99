// biome-ignore lint/style/noRestrictedImports: the public name is the federation singleton; the relative path would bundle a second router.
import { Link } from '@site/shared/router';
import type { MouseEvent, ReactNode } from 'react';
import { isSafeHref } from '../domain/safe-href.ts';
import { VisuallyHidden } from './visually-hidden.tsx';

/** Path within the site (`to`) or external URL (`href`). */
export type LinkTarget = { readonly to: string; readonly href?: undefined } | { readonly href: string; readonly to?: undefined };

type PlainLinkProps = LinkTarget & {
  readonly newTab?: boolean | undefined;
  readonly className?: string | undefined;
  readonly label?: string | undefined;
  readonly current?: boolean | undefined;
  readonly onClick?: ((event: MouseEvent<HTMLAnchorElement>) => void) | undefined;
  readonly children: ReactNode;
};

const NEW_TAB_ATTRIBUTES = { target: '_blank', rel: 'noopener' } as const;

/** Base component of all links. It announces a new tab, and renders nothing unless the scheme is http, https, mailto or tel. */
export const PlainLink = ({ to, href, newTab = false, className, label, current = false, onClick, children }: PlainLinkProps) => {
  const shared = {
    className,
    onClick,
    'aria-label': label !== undefined && newTab ? `${label} (opens in a new tab)` : label,
    'aria-current': current ? ('page' as const) : undefined,
    ...(newTab ? NEW_TAB_ATTRIBUTES : {}),
  };
  const content = (
    <>
      {children}
      {newTab && label === undefined && <VisuallyHidden> (opens in a new tab)</VisuallyHidden>}
    </>
  );
  if (to !== undefined) {
    return (
      <Link to={to} discover="none" {...shared}>
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
