import styles from './button.module.css';
import type { IconButtonProps } from './button.tsx';
import { classNames } from './class-names.ts';
import { Icon } from './icon.tsx';
import { type LinkTarget, PlainLink } from './link.tsx';

type IconLinkProps = LinkTarget & Pick<IconButtonProps, 'icon' | 'label'> & { readonly newTab?: boolean | undefined };

/** Link styled as an `IconButton`. It is in a separate module, because few pages use it. */
export const IconLink = ({ icon, ...link }: IconLinkProps) => (
  <PlainLink {...link} className={classNames(styles.iconButton, styles.mist)}>
    <Icon shape={icon} />
  </PlainLink>
);
