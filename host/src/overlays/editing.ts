import { EDIT_MARK } from '../federation/page-data.ts';

const EDITING_TAB_NAME = 'edit';

/** Marks a tab that came from the staff origin. The browser clears `window.name` when the tab leaves the site. */
export const markEditingTab = (): void => {
  if (window.location.hash === EDIT_MARK) window.name = EDITING_TAB_NAME;
};

/** Whether this tab came from the staff origin, so that its pages show "Edit this page". The link grants no rights, because it opens the sign-in page. */
export const isEditingTab = (): boolean => window.name === EDITING_TAB_NAME;
