import type { IconShape } from './icon-shapes.ts';

/* A separate module, because a chunk contains all shapes of `icon-shapes.ts` that any page of its remote uses. */

export const shareIcon: IconShape = {
  path: 'M15.5 6a2.5 2.5 0 1 0 5 0a2.5 2.5 0 1 0 -5 0zM3.5 12a2.5 2.5 0 1 0 5 0a2.5 2.5 0 1 0 -5 0zM15.5 18a2.5 2.5 0 1 0 5 0a2.5 2.5 0 1 0 -5 0zM8.3 10.9l7.4-3.8M8.3 13.1l7.4 3.8',
};
export const whatsappIcon: IconShape = {
  path: 'M12 2.5a9.5 9.5 0 0 0-8.2 14.3L2.5 21.5l4.8-1.3A9.5 9.5 0 1 0 12 2.5zm-3.6 5c.3 0 .6 0 .8.5l.8 1.9c.1.3 0 .5-.6 1.2-.2.2 0 .4.1.6a6.5 6.5 0 0 0 3.2 2.8c.3.1.5.1.7-.100.7-.800.9-1.2 1.2-1l1.9.9c.4.2.5.3.5.6-.100 1.6-1.5 2.3-2.6 2.2-3.7-.5-7.7-4.3-7.9-7.5 0-1 .6-2.1 1.9-2.1z',
  isFilled: true,
};
export const facebookIcon: IconShape = {
  path: 'M14 21v-7.5h2.6l.5-3.2H14V8.4c0-.9.4-1.7 1.8-1.7h1.4V4c-.3 0-1.3-.2-2.3-.2-2.5 0-4 1.5-4 4.1v2.4H8.2v3.2h2.7V21z',
  isFilled: true,
};
export const linkIcon: IconShape = { path: 'M10 14a4 4 0 0 0 5.7 0l3-3A4 4 0 0 0 13 5.3l-1 1M14 10a4 4 0 0 0-5.7 0l-3 3A4 4 0 0 0 11 18.7l1-1' };
