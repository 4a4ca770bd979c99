import type { ReactNode } from 'react';
import { isSafeHref } from '../domain/safe-href.ts';
import { Icon } from './icon.tsx';
import { leftIcon, outIcon, rightIcon } from './icon-shapes.ts';
import { type LinkTarget, PlainLink } from './link.tsx';
import styles from './text-link.module.css';

export type MoreLinkProps = LinkTarget & {
  readonly newTab?: boolean | undefined;
  /** What screen readers say instead of the words; it has to begin with them. */
  readonly label?: string | undefined;
  /** Points back instead of on: "← Back to News" without the arrow in the text. */
  readonly back?: boolean | undefined;
  readonly children: ReactNode;
};

/** A link that stands alone, with an arrow: onwards, back, or out of the site. */
export const MoreLink = (props: MoreLinkProps) => {
  const { newTab = false, back = false, label, children } = props;
  const target: LinkTarget = props.to === undefined ? { href: props.href } : { to: props.to };
  return (
    <PlainLink {...target} newTab={newTab} label={label} className={styles.more}>
      {back && <Icon shape={leftIcon} className={styles.back} />}
      <span className={styles.words}>{children}</span>
      {!back && <Icon shape={newTab ? outIcon : rightIcon} className={styles.arrow} />}
    </PlainLink>
  );
};

export interface ExternalLinkProps {
  readonly href: string;
  readonly newTab?: boolean | undefined;
  readonly children: ReactNode;
}

/** A link within text to a place outside of the site; only its words when the scheme is not http, https, mailto or tel. */
export const ExternalLink = ({ href, newTab = false, children }: ExternalLinkProps) => {
  if (!isSafeHref(href)) return <>{children}</>;
  return (
    <PlainLink href={href} newTab={newTab} className={styles.external}>
      {children}
      {newTab && <Icon shape={outIcon} className={styles.inline} />}
    </PlainLink>
  );
};
