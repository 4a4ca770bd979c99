/** The only attribute of the element that represents a help box in stored text: `<aside data-box="help"></aside>`. */
export const HELP_BOX_ATTRIBUTE = 'data-box';
export const HELP_BOX = 'help';

export const isHelpBox = (attributes: Readonly<Record<string, string | undefined>>): boolean => attributes[HELP_BOX_ATTRIBUTE] === HELP_BOX;

export const HELP_BOX_TITLE = 'What to do now';
