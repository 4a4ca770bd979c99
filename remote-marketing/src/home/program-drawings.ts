import champions from '../artwork/champions.svg';
import enable from '../artwork/enable.svg';
import internship from '../artwork/internship.svg';
import navigate from '../artwork/navigate.svg';
import schoolProgram from '../artwork/school-program.svg';
import xpression from '../artwork/xpression.svg';

/** The drawings for images that fail to load, in the order of the programs. In the script, because the page's data is part of the first response, which is the smaller budget. */
export const PROGRAM_DRAWINGS: readonly string[] = [navigate, enable, internship, champions, schoolProgram, xpression];
