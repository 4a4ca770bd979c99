/** One address of every public page, the 404 page included. */
export const PUBLIC_PATHS = [
  '/',
  '/about',
  '/team',
  '/what-we-do',
  '/impact',
  '/volunteer',
  '/ebook',
  '/donation-success',
  '/programs/navigate',
  '/news',
  '/events',
  '/gallery',
  '/login',
  '/nope',
] as const;
