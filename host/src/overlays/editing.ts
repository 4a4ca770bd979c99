import { EDIT_MARK } from '../federation/page-data.ts';

const NAME = 'edit';

/**
 * Whether pages of this tab offer to edit them, where staff sign in at another origin: the tab was opened from there, and is called so until it leaves the site. It is no secret,
 * and leads to the sign-in.
 */
export const isEditing = (): boolean => {
  if (window.location.hash === EDIT_MARK) window.name = NAME;
  return window.name === NAME;
};
