import type { ReactNode } from 'react';
import { isSafeHref } from '../domain/safe-href.ts';
import { Icon } from './icon.tsx';
import { leftIcon, outIcon, rightIcon } from './icon-shapes.ts';
import { type LinkTarget, PlainLink } from './link.tsx';
import styles from './text-link.module.css';

type MoreLinkProps = LinkTarget & {
  readonly newTab?: boolean | undefined;
  /** Accessible name; it must begin with the visible text. */
  readonly label?: string | undefined;
  /** Points the arrow back, as in "← Back to News". */
  readonly back?: boolean | undefined;
  readonly children: ReactNode;
};

export const MoreLink = (props: MoreLinkProps) => {
  const { newTab = false, back = false, label, children } = props;
  const target: LinkTarget = props.to === undefined ? { href: props.href } : { to: props.to };
  return (
    <PlainLink {...target} newTab={newTab} label={label} className={styles.more}>
      {back && <Icon shape={leftIcon} className={styles.back} />}
      <span className={styles.text}>{children}</span>
      {!back && <Icon shape={newTab ? outIcon : rightIcon} className={styles.arrow} />}
    </PlainLink>
  );
};

interface ExternalLinkProps {
  readonly href: string;
  readonly newTab?: boolean | undefined;
  readonly children: ReactNode;
}

/** Link within text to another site. Renders only the text unless the scheme is http, https, mailto or tel. */
export const ExternalLink = ({ href, newTab = false, children }: ExternalLinkProps) => {
  if (!isSafeHref(href)) return <>{children}</>;
  return (
    <PlainLink href={href} newTab={newTab} className={styles.external}>
      {children}
      {newTab && <Icon shape={outIcon} className={styles.inline} />}
    </PlainLink>
  );
};

/** Link within text to an email address, which wraps after its @ if it does not fit on a line. */
export const EmailLink = ({ email }: { readonly email: string }) => {
  const domainStart = email.indexOf('@') + 1;
  return (
    <ExternalLink href={`mailto:${email}`}>
      {email.slice(0, domainStart)}
      <wbr />
      {email.slice(domainStart)}
    </ExternalLink>
  );
};
