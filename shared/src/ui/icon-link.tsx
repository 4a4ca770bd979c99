import styles from './button.module.css';
import type { IconButtonProps } from './button.tsx';
import { classNames } from './class-names.ts';
import { Icon } from './icon.tsx';
import { type LinkTarget, PlainLink } from './link.tsx';

type IconLinkProps = LinkTarget & Pick<IconButtonProps, 'icon' | 'label'> & { readonly newTab?: boolean | undefined };

/** A link styled as an `IconButton`. A module of its own, because few pages have one. */
export const IconLink = ({ icon, ...link }: IconLinkProps) => (
  <PlainLink {...link} className={classNames(styles.iconButton, styles.mist)}>
    <Icon shape={icon} />
  </PlainLink>
);
