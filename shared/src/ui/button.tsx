import type { MouseEvent, ReactNode, Ref } from 'react';
import styles from './button.module.css';
import { classNames } from './class-names.ts';
import { Icon } from './icon.tsx';
import type { IconShape } from './icon-shapes.ts';
import { type LinkTarget, PlainLink } from './link.tsx';

export type ButtonVariant = 'primary' | 'donate' | 'sun' | 'secondary' | 'white' | 'quiet' | 'danger';
export type ButtonSize = 'normal' | 'small';

interface ButtonLook {
  readonly variant?: ButtonVariant | undefined;
  readonly size?: ButtonSize | undefined;
  /** As wide as its column. */
  readonly wide?: boolean | undefined;
  readonly icon?: IconShape | undefined;
  /** Stands after the words. */
  readonly iconEnd?: IconShape | undefined;
  readonly className?: string | undefined;
  readonly children: ReactNode;
}

const lookOf = ({ variant = 'primary', size = 'normal', wide = false, className }: ButtonLook): string =>
  classNames(styles.button, styles[variant], size === 'small' && styles.small, wide && styles.wide, className);

export interface ButtonProps extends ButtonLook {
  readonly type?: 'button' | 'submit' | 'reset' | undefined;
  /** Waits for an answer: half-faded, with a spinner, deaf to clicks, and still focused. */
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
    // A native `disabled` would drop the focus while the answer is on its way, so a busy button only refuses.
    if (busy) event.preventDefault();
    else onClick?.(event);
  };
  return (
    <button
      ref={props.ref}
      type={type}
      className={lookOf(props)}
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

export type ButtonLinkProps = ButtonLook &
  LinkTarget & {
    readonly newTab?: boolean | undefined;
    readonly label?: string | undefined;
    readonly onClick?: ((event: MouseEvent<HTMLAnchorElement>) => void) | undefined;
  };

/** A link that looks like a button. Nothing at all when its scheme is not http, https, mailto or tel. */
export const ButtonLink = (props: ButtonLinkProps) => {
  const target: LinkTarget = props.to === undefined ? { href: props.href } : { to: props.to };
  return (
    <PlainLink {...target} newTab={props.newTab} label={props.label} className={lookOf(props)} onClick={props.onClick}>
      {props.icon !== undefined && <Icon shape={props.icon} />}
      {props.children}
      {props.iconEnd !== undefined && <Icon shape={props.iconEnd} />}
    </PlainLink>
  );
};

export interface IconButtonProps {
  readonly icon: IconShape;
  /** The button's name, which only screen readers say. */
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

/** A square (or round) button of 44 pixels or more with a drawing and no words. */
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

/** Buttons side by side that wrap when there is no room. */
export const ButtonRow = ({ centred = false, children }: { readonly centred?: boolean | undefined; readonly children: ReactNode }) => (
  <div className={classNames(styles.row, centred && styles.centred)}>{children}</div>
);
