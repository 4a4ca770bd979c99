/** Drawing on a 24-pixel grid. Each icon is a separate export, so that a page loads only the icons that it uses. */
export interface IconShape {
  /** Drawn as a 2-pixel stroke unless filled. */
  readonly path: string;
  readonly isFilled?: true;
  readonly isDirectional?: true;
}

export const phoneIcon: IconShape = { path: 'M5 3h4l2 5-2.5 1.5a12 12 0 0 0 6 6L16 13l5 2v4a2 2 0 0 1-2 2A16 16 0 0 1 3 5a2 2 0 0 1 2-2z' };
export const mailIcon: IconShape = { path: 'M3 6h18v12H3zM3 7l9 7 9-7' };
export const pinIcon: IconShape = { path: 'M12 21s7-6.2 7-11a7 7 0 0 0-14 0c0 4.8 7 11 7 11zM9.5 10a2.5 2.5 0 1 0 5 0a2.5 2.5 0 1 0 -5 0z' };
export const searchIcon: IconShape = { path: 'M4 11a7 7 0 1 0 14 0a7 7 0 1 0 -14 0zM16 16l4.5 4.5' };
export const handIcon: IconShape = { path: 'M12 20s-8-4.6-8-10.5A4.5 4.5 0 0 1 12 7a4.5 4.5 0 0 1 8 2.5C20 15.4 12 20 12 20z' };
export const menuIcon: IconShape = { path: 'M4 7h16M4 12h16M4 17h10' };
export const closeIcon: IconShape = { path: 'M6 6l12 12M18 6L6 18' };
export const chatIcon: IconShape = { path: 'M4 5h16v11H11l-5 4v-4H4zM8.5 10.5h.01M12 10.5h.01M15.5 10.5h.01' };
export const upIcon: IconShape = { path: 'M12 19V5M6 11l6-6 6 6' };
export const downIcon: IconShape = { path: 'M6 9l6 6 6-6' };
export const leftIcon: IconShape = { path: 'M19 12H5M11 6l-6 6 6 6', isDirectional: true };
export const rightIcon: IconShape = { path: 'M5 12h14M13 6l6 6-6 6', isDirectional: true };
export const outIcon: IconShape = { path: 'M8 16L18 6M10 6h8v8M18 18H6V8', isDirectional: true };
export const pauseIcon: IconShape = { path: 'M8 5v14M16 5v14' };
export const checkIcon: IconShape = { path: 'M5 12.5l5 5L19 7' };
export const warnIcon: IconShape = { path: 'M12 4l9 16H3zM12 10v4M12 17h.01' };
export const eyeIcon: IconShape = { path: 'M2 12s3.5-6 10-6 10 6 10 6-3.5 6-10 6-10-6-10-6zM9 12a3 3 0 1 0 6 0a3 3 0 1 0 -6 0z' };
export const clockIcon: IconShape = { path: 'M3 12a9 9 0 1 0 18 0a9 9 0 1 0 -18 0zM12 7v5l3.5 2' };
export const usersIcon: IconShape = {
  path: 'M5.5 8a3.5 3.5 0 1 0 7 0a3.5 3.5 0 1 0 -7 0zM3 20c0-4 2.5-6 6-6s6 2 6 6M16 5a3.5 3.5 0 0 1 0 6.5M17.5 14.5c2.2.6 3.5 2.5 3.5 5.5',
};
export const calendarIcon: IconShape = { path: 'M4 6h16v14H4zM4 10h16M8 3v4M16 3v4' };
export const feedIcon: IconShape = { path: 'M5 18.5a1 1 0 1 0 2 0a1 1 0 1 0 -2 0zM5 11.5a8 8 0 0 1 8 8M5 5a14.5 14.5 0 0 1 14.5 14.5' };
export const documentIcon: IconShape = { path: 'M6 3h9l4 4v14H6zM9 11h7M9 15h7' };
export const imageIcon: IconShape = { path: 'M4 5h16v14H4zM7.5 10a1.5 1.5 0 1 0 3 0a1.5 1.5 0 1 0 -3 0zM5 18l5-5 3 3 3-3 4 4' };
export const plusIcon: IconShape = { path: 'M12 5v14M5 12h14' };
export const gridIcon: IconShape = { path: 'M4 4h7v7H4zM13 4h7v7h-7zM4 13h7v7H4zM13 13h7v7h-7z' };
export const layersIcon: IconShape = { path: 'M12 3l9 5-9 5-9-5zM3 12.5l9 5 9-5M3 17l9 5 9-5' };
export const inboxIcon: IconShape = { path: 'M4 13l3-8h10l3 8v6H4zM4 13h5l1 2.5h4l1-2.5h5' };
export const trashIcon: IconShape = { path: 'M5 7h14M9 7V4h6v3M7 7l1 13h8l1-13' };
export const flagIcon: IconShape = { path: 'M6 21V4h12l-2.5 4L18 12H6' };
export const undoIcon: IconShape = { path: 'M8 5L4 9l4 4M4 9h10a6 6 0 0 1 0 12H9' };
export const eyeOffIcon: IconShape = {
  path: 'M4 4l16 16M9.5 5.4A10.7 10.7 0 0 1 12 5.1c6.5 0 10 6.9 10 6.9a17 17 0 0 1-2.9 3.6M6.2 7.3A16.5 16.5 0 0 0 2 12s3.5 6.5 10 6.5a10 10 0 0 0 4-.8M9.9 10a3 3 0 0 0 4.2 4.2',
};
export const redoIcon: IconShape = { path: 'M16 5l4 4-4 4M20 9H10a6 6 0 0 0 0 12h5' };
export const cloudIcon: IconShape = { path: 'M7 19a4.5 4.5 0 0 1-.5-9A6 6 0 0 1 18 9.2 4.9 4.9 0 0 1 17 19zM9.5 14l2 2 3.5-4' };
export const cloudOffIcon: IconShape = { path: 'M7 19a4.5 4.5 0 0 1-.5-9A6 6 0 0 1 18 9.2 4.9 4.9 0 0 1 17 19zM12 10v3.5M12 16h.01' };
export const tableIcon: IconShape = { path: 'M4 5h16v14H4zM4 10h16M4 14.5h16M10 5v14' };
export const boldIcon: IconShape = { path: 'M7 5h6a3.5 3.5 0 0 1 0 7H7zM7 12h7a3.5 3.5 0 0 1 0 7H7z' };
export const italicIcon: IconShape = { path: 'M10 5h7M7 19h7M14 5l-4 14' };
export const bulletsIcon: IconShape = { path: 'M9 6h11M9 12h11M9 18h11M4.5 6h.01M4.5 12h.01M4.5 18h.01' };
export const numbersIcon: IconShape = { path: 'M10 6h10M10 12h10M10 18h10M4 5l1.5-1v5M4 14.5c0-1.5 2.5-1.5 2.5 0 0 1-2.5 2-2.5 3.5h2.5' };
export const quoteIcon: IconShape = { path: 'M4 7h6v6l-2.5 4H4.5l1.5-4H4zM14 7h6v6l-2.5 4h-3l1.5-4h-2z', isFilled: true };
export const dividerIcon: IconShape = { path: 'M3 12h18M8 6h8M8 18h8' };
export const clearIcon: IconShape = { path: 'M6 5h12M12 5l-2 9M4 20h8M15 15l5 5M20 15l-5 5' };
export const filmIcon: IconShape = { path: 'M4 5h16v14H4zM10 9.5v5l4-2.5z' };
export const downloadIcon: IconShape = { path: 'M12 4v12M7 11l5 5 5-5M4 20h16' };
export const copyIcon: IconShape = { path: 'M9 9h11v11H9zM15 9V4H4v11h5' };
export const signOutIcon: IconShape = { path: 'M10 4H5v16h5M10 12h10M16 8l4 4-4 4', isDirectional: true };
export const sunIcon: IconShape = {
  path: 'M8 12a4 4 0 1 0 8 0a4 4 0 1 0 -8 0zM12 3v2M12 19v2M3 12h2M19 12h2M5.6 5.6l1.5 1.5M16.9 16.9l1.5 1.5M5.6 18.4l1.5-1.5M16.9 7.1l1.5-1.5',
};
export const moonIcon: IconShape = { path: 'M20 14.5A8.5 8.5 0 0 1 9.5 4a8.5 8.5 0 1 0 10.5 10.5z' };
export const systemIcon: IconShape = { path: 'M4 5h16v11H4zM9 20h6M12 16v4' };
export const calmIcon: IconShape = { path: 'M3 9c3-3 6-3 9 0s6 3 9 0M3 15c3-3 6-3 9 0s6 3 9 0' };
export const keyboardIcon: IconShape = { path: 'M3 6h18v12H3zM7 10h.01M11 10h.01M15 10h.01M17.5 10h.01M7 14h10' };
export const heartIcon: IconShape = { path: 'M12 21s-9-5.2-9-11.8A5 5 0 0 1 12 6.3a5 5 0 0 1 9 2.9C21 15.8 12 21 12 21z', isFilled: true };
export const playIcon: IconShape = { path: 'M7 4.5v15l13-7.5z', isFilled: true };
/** @public For remotes in other repositories. */
export const instagramIcon: IconShape = {
  path: 'M8 3h8a5 5 0 0 1 5 5v8a5 5 0 0 1-5 5H8a5 5 0 0 1-5-5V8a5 5 0 0 1 5-5zm0 2a3 3 0 0 0-3 3v8a3 3 0 0 0 3 3h8a3 3 0 0 0 3-3V8a3 3 0 0 0-3-3zm4 2.5a4.5 4.5 0 1 1 0 9 4.5 4.5 0 0 1 0-9zm0 2a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5zM16.8 6a1.2 1.2 0 1 1 0 2.4 1.2 1.2 0 0 1 0-2.4z',
  isFilled: true,
};
/** @public For remotes in other repositories. */
export const xIcon: IconShape = {
  path: 'M4 4h4.5l4 5.4L17.2 4h2.3l-6 6.9L20.3 20h-4.5l-4.3-5.8L6.4 20H4l6.4-7.4zm3 1.7l9.7 12.6h1.5L8.5 5.7z',
  isFilled: true,
};
/** @public For remotes in other repositories. */
export const youtubeIcon: IconShape = {
  path: 'M5 6c4-.8 10-.8 14 0 1.5.3 2 1.5 2.2 3 .3 2 .3 4 0 6-.2 1.5-.7 2.7-2.2 3-4 .8-10 .8-14 0-1.5-.3-2-1.5-2.2-3-.3-2-.3-4 0-6C3 7.5 3.5 6.3 5 6zm5 3v6l5-3z',
  isFilled: true,
};
/** @public Remotes in other repositories import them from here. */
export { facebookIcon, linkIcon, shareIcon, whatsappIcon } from './share-icons.ts';
