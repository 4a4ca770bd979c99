import 'react';

declare module 'react' {
  interface CSSProperties {
    /** Allows custom properties in the styles of a single element. */
    [name: `--${string}`]: string | number | undefined;
  }
}
