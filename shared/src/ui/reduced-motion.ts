/** Attribute of the `html` element in calm mode, which visitors choose in the host's display settings (docs/contracts/remote.md). */
export const CALM_ATTRIBUTE = 'data-calm';

export const REDUCED_MOTION_QUERY = '(prefers-reduced-motion: reduce)';

/** Whether the visitor wants no motion, as set in calm mode or in the operating system. Browser only. */
export const prefersReducedMotion = (): boolean => document.documentElement.hasAttribute(CALM_ATTRIBUTE) || window.matchMedia(REDUCED_MOTION_QUERY).matches;
