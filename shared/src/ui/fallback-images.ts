/* Drawn in place of images that are missing or fail. Data URIs, so that they need no network of their own. */

const svg = (viewBox: string, content: string): string =>
  `data:image/svg+xml,${encodeURIComponent(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="${viewBox}" preserveAspectRatio="xMidYMid slice">${content}</svg>`)}`;

const LEAF =
  'M24 2C32 8 32 16 24 22C16 16 16 8 24 2ZM24 46C16 40 16 32 24 26C32 32 32 40 24 46ZM2 24C8 16 16 16 22 24C16 32 8 32 2 24ZM46 24C40 32 32 32 26 24C32 16 40 16 46 24Z';

/** A bust without a face, on mist. */
export const PORTRAIT_FALLBACK = svg(
  '0 0 400 400',
  '<rect width="400" height="400" fill="#F1EFFB"/><circle cx="200" cy="400" r="190" fill="#FFE8B5"/><circle cx="200" cy="156" r="70" fill="#857A99"/><path d="M62 400C62 300 118 256 200 256S338 300 338 400Z" fill="#2A2472"/>',
);

/** The leaf pattern on mist, with the sun and an image frame. */
export const IMAGE_FALLBACK = svg(
  '0 0 640 360',
  `<defs><pattern id="e" width="64" height="64" patternUnits="userSpaceOnUse"><path d="${LEAF}" transform="scale(1.333)" fill="#2A2472" opacity=".08"/></pattern></defs><rect width="640" height="360" fill="#F1EFFB"/><rect width="640" height="360" fill="url(#e)"/><rect x="256" y="126" width="128" height="108" rx="16" fill="#FFFFFF" stroke="#857A99" stroke-width="4"/><circle cx="352" cy="158" r="12" fill="#F6A81C"/><path d="M266 224l36-48 26 32 18-20 28 36z" fill="#857A99"/>`,
);
