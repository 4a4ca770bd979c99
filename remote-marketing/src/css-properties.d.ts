import 'react';

declare module 'react' {
  interface CSSProperties {
    /** A custom property for the styles of a single element. */
    [name: `--${string}`]: string | number | undefined;
  }
}
