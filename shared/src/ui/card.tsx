import type { ReactNode } from 'react';
import styles from './card.module.css';
import { classNames } from './class-names.ts';
import { Heading, type HeadingLevel } from './heading.tsx';
import { PlainLink } from './link.tsx';

export interface CardProps {
  readonly as?: 'article' | 'li' | 'div' | undefined;
  /** Lifts under the pointer, and shows the ring when the link inside has the focus. */
  readonly linked?: boolean | undefined;
  readonly className?: string | undefined;
  readonly children: ReactNode;
}

export const Card = ({ as: Tag = 'article', linked = false, className, children }: CardProps) => (
  <Tag className={classNames(styles.card, linked && styles.linked, className)} data-ground="surface">
    {children}
  </Tag>
);

export interface CardMediaProps {
  /** `fill` takes whatever height the card has left. */
  readonly fit?: 'wide' | 'fill' | undefined;
  readonly className?: string | undefined;
  readonly children: ReactNode;
}

/** The image on top of a card, 16:9. A badge may lie on it. */
export const CardMedia = ({ fit = 'wide', className, children }: CardMediaProps) => (
  <div className={classNames(styles.media, styles[fit], className)}>{children}</div>
);

export const CardBody = ({ className, children }: { readonly className?: string | undefined; readonly children: ReactNode }) => (
  <div className={classNames(styles.body, className)}>{children}</div>
);

export interface CardTitleProps {
  readonly level?: HeadingLevel | undefined;
  readonly to?: string | undefined;
  readonly large?: boolean | undefined;
  readonly children: ReactNode;
}

/** The card's heading; with `to`, its link covers the whole card. */
export const CardTitle = ({ level = 3, to, large = false, children }: CardTitleProps) => (
  <Heading level={level} className={classNames(styles.title, large && styles.large)}>
    {to === undefined ? (
      children
    ) : (
      <PlainLink to={to} className={styles.titleLink}>
        {children}
      </PlainLink>
    )}
  </Heading>
);

/** The foot of a card, so that its links stand in one line across a row. */
export const CardFoot = ({ children }: { readonly children: ReactNode }) => <div className={styles.foot}>{children}</div>;
