import { EDIT_MARK } from '../federation/page-data.ts';

/**
 * Whether pages of this tab offer to edit them, where staff sign in at another origin: the tab was opened from there. It is no secret, and leads to the sign-in.
 */
export const isEditing = (): boolean => {
  const isMarked = window.location.hash === EDIT_MARK;
  try {
    if (isMarked) sessionStorage.edit = 1;
    return sessionStorage.edit === '1';
  } catch {
    return isMarked;
  }
};
