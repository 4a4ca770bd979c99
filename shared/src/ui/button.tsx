import type { MouseEvent, ReactNode, Ref } from 'react';
import styles from './button.module.css';
import { classNames } from './class-names.ts';
import { Icon } from './icon.tsx';
import type { IconShape } from './icon-shapes.ts';
import { type LinkTarget, PlainLink } from './link.tsx';

type ButtonVariant = 'primary' | 'donate' | 'sun' | 'secondary' | 'white' | 'quiet' | 'danger';
type ButtonSize = 'normal' | 'small';

interface ButtonStyle {
  readonly variant?: ButtonVariant | undefined;
  readonly size?: ButtonSize | undefined;
  readonly wide?: boolean | undefined;
  readonly icon?: IconShape | undefined;
  readonly iconEnd?: IconShape | undefined;
  readonly className?: string | undefined;
  readonly children: ReactNode;
}

const getClassName = ({ variant = 'primary', size = 'normal', wide = false, className }: ButtonStyle): string =>
  classNames(styles.button, styles[variant], size === 'small' && styles.small, wide && styles.wide, className);

interface ButtonProps extends ButtonStyle {
  readonly type?: 'button' | 'submit' | 'reset' | undefined;
  /** Shows a spinner and ignores clicks, but keeps the focus. */
  readonly busy?: boolean | undefined;
  readonly busyLabel?: string | undefined;
  readonly disabled?: boolean | undefined;
  readonly onClick?: ((event: MouseEvent<HTMLButtonElement>) => void) | undefined;
  readonly id?: string | undefined;
  readonly name?: string | undefined;
  readonly value?: string | undefined;
  readonly form?: string | undefined;
  readonly label?: string | undefined;
  readonly pressed?: boolean | undefined;
  readonly expanded?: boolean | undefined;
  readonly controls?: string | undefined;
  readonly describedBy?: string | undefined;
  readonly ref?: Ref<HTMLButtonElement> | undefined;
}

export const Button = (props: ButtonProps) => {
  const { type = 'button', busy = false, busyLabel, disabled = false, onClick, icon, iconEnd, children } = props;
  const handleClick = (event: MouseEvent<HTMLButtonElement>) => {
    // A button with the native `disabled` would lose focus while the request is pending.
    if (busy) event.preventDefault();
    else onClick?.(event);
  };
  return (
    <button
      ref={props.ref}
      type={type}
      className={getClassName(props)}
      disabled={disabled}
      aria-disabled={busy || undefined}
      aria-busy={busy || undefined}
      onClick={handleClick}
      id={props.id}
      name={props.name}
      value={props.value}
      form={props.form}
      aria-label={props.label}
      aria-pressed={props.pressed}
      aria-expanded={props.expanded}
      aria-controls={props.controls}
      aria-describedby={props.describedBy}
    >
      {busy ? <span className={styles.spinner} aria-hidden="true" /> : icon !== undefined && <Icon shape={icon} />}
      {busy ? (busyLabel ?? children) : children}
      {iconEnd !== undefined && !busy && <Icon shape={iconEnd} />}
    </button>
  );
};

type ButtonLinkProps = ButtonStyle &
  LinkTarget & {
    readonly newTab?: boolean | undefined;
    readonly label?: string | undefined;
    readonly onClick?: ((event: MouseEvent<HTMLAnchorElement>) => void) | undefined;
  };

/** Link styled as a button. Not rendered unless its scheme is http, https, mailto or tel. */
export const ButtonLink = (props: ButtonLinkProps) => {
  const target: LinkTarget = props.to === undefined ? { href: props.href } : { to: props.to };
  return (
    <PlainLink {...target} newTab={props.newTab} label={props.label} className={getClassName(props)} onClick={props.onClick}>
      {props.icon !== undefined && <Icon shape={props.icon} />}
      {props.children}
      {props.iconEnd !== undefined && <Icon shape={props.iconEnd} />}
    </PlainLink>
  );
};

export interface IconButtonProps {
  readonly icon: IconShape;
  readonly label: string;
  readonly look?: 'mist' | 'white' | 'bare' | undefined;
  readonly round?: boolean | undefined;
  readonly disabled?: boolean | undefined;
  readonly pressed?: boolean | undefined;
  readonly expanded?: boolean | undefined;
  readonly controls?: string | undefined;
  readonly className?: string | undefined;
  readonly onClick?: ((event: MouseEvent<HTMLButtonElement>) => void) | undefined;
  readonly ref?: Ref<HTMLButtonElement> | undefined;
}

/** Button of at least 44 pixels with an icon and no visible text. */
export const IconButton = ({
  icon,
  label,
  look = 'mist',
  round = false,
  disabled = false,
  pressed,
  expanded,
  controls,
  className,
  onClick,
  ref,
}: IconButtonProps) => (
  <button
    ref={ref}
    type="button"
    className={classNames(styles.iconButton, styles[look], round && styles.round, className)}
    aria-label={label}
    aria-pressed={pressed}
    aria-expanded={expanded}
    aria-controls={controls}
    disabled={disabled}
    onClick={onClick}
  >
    <Icon shape={icon} />
  </button>
);

export const ButtonRow = ({ centred = false, children }: { readonly centred?: boolean | undefined; readonly children: ReactNode }) => (
  <div className={classNames(styles.row, centred && styles.centred)}>{children}</div>
);

/** @public Remotes in other repositories import it from here. */
export { IconLink } from './icon-link.tsx';
