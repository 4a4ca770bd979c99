import { EDIT_MARK } from '../federation/page-data.ts';

const NAME = 'edit';

/** Notes that this tab came from the origin of staff. The browser forgets `window.name` when the tab leaves the site. */
export const markEditingTab = (): void => {
  if (window.location.hash === EDIT_MARK) window.name = NAME;
};

/** Whether this tab came from the origin of staff, so that its pages show "Edit this page". It gives no rights: the link leads to the sign-in. */
export const isEditingTab = (): boolean => window.name === NAME;
