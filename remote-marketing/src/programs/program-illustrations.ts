import champions from '../artwork/champions.svg';
import enable from '../artwork/enable.svg';
import internship from '../artwork/internship.svg';
import navigate from '../artwork/navigate.svg';
import schoolProgram from '../artwork/school-program.svg';
import xpression from '../artwork/xpression.svg';

/**
 * Illustrations, keyed by program link, shown if the provider's image fails to load (IMG-04). They are in the script, because page data would be part of the first
 * response, which has a smaller budget.
 */
export const PROGRAM_ILLUSTRATIONS: Readonly<Record<string, string>> = {
  '/programs/navigate': navigate,
  '/programs/enable': enable,
  '/programs/internship': internship,
  '/programs/champions': champions,
  '/programs/school-program': schoolProgram,
  '/programs/xpression': xpression,
};
