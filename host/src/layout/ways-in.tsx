import { WAYS_IN } from '@site/shared/domain/ways-in';
import { PlainLink } from '@site/shared/ui/link';

interface WaysInProps {
  readonly id: string;
  readonly className: string | undefined;
  readonly headingClass: string | undefined;
  readonly linkClass: string | undefined;
}

/**
 * Starting points for young people, parents, schools and donors. They have their own list, because the requirements fix the links in the navigation and in
 * Explore (SHELL-02, X-04).
 */
export const WaysIn = ({ id, className, headingClass, linkClass }: WaysInProps) => (
  <nav className={className} aria-labelledby={id}>
    <h2 className={headingClass} id={id}>
      For you
    </h2>
    <ul>
      {WAYS_IN.map(({ label, to }) => (
        <li key={to}>
          <PlainLink to={to} className={linkClass}>
            {label}
          </PlainLink>
        </li>
      ))}
    </ul>
  </nav>
);
