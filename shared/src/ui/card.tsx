import type { ReactNode } from 'react';
import styles from './card.module.css';
import { classNames } from './class-names.ts';
import { Heading, type HeadingLevel } from './heading.tsx';
import { PlainLink } from './link.tsx';

interface CardProps {
  readonly as?: 'article' | 'li' | 'div' | undefined;
  /** Raises the card on hover, and shows the focus ring of its link around the whole card. */
  readonly linked?: boolean | undefined;
  readonly className?: string | undefined;
  readonly children: ReactNode;
}

export const Card = ({ as: Tag = 'article', linked = false, className, children }: CardProps) => (
  <Tag className={classNames(styles.card, linked && styles.linked, className)} data-ground="surface">
    {children}
  </Tag>
);

interface CardMediaProps {
  /** `fill` makes the image fill the remaining height of the card. */
  readonly fit?: 'wide' | 'fill' | undefined;
  readonly className?: string | undefined;
  readonly children: ReactNode;
}

export const CardMedia = ({ fit = 'wide', className, children }: CardMediaProps) => (
  <div className={classNames(styles.media, styles[fit], className)}>{children}</div>
);

export const CardBody = ({ className, children }: { readonly className?: string | undefined; readonly children: ReactNode }) => (
  <div className={classNames(styles.body, className)}>{children}</div>
);

interface CardTitleProps {
  readonly level?: HeadingLevel | undefined;
  readonly to?: string | undefined;
  readonly large?: boolean | undefined;
  readonly children: ReactNode;
}

/** Heading of a card. With `to`, its link covers the entire card. */
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

/** Aligns the links of all cards in a row. */
export const CardFoot = ({ children }: { readonly children: ReactNode }) => <div className={styles.foot}>{children}</div>;
