import 'react';

declare module 'react' {
  interface CSSProperties {
    /** A per-instance number or colour for the element's styles. */
    [name: `--${string}`]: string | number | undefined;
  }
}
