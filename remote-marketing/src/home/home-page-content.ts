import { IMPACT_AS_OF, IMPACT_FIGURES } from '../impact/impact-content.ts';
import { PROGRAMS } from '../programs/programs-content.ts';
import { COMMITMENT_DRAWINGS } from './commitment-drawings-content.ts';
import { COMMITMENTS, FILM, HERO_SLIDES } from './home-content.ts';
import { TESTIMONIALS } from './testimonials-content.ts';

/**
 * All wording of the home page, as its loader gives it: on a first view it comes with the HTML, where every word stands already,
 * and the script need not carry it again.
 */
export const HOME_CONTENT = {
  slides: HERO_SLIDES,
  commitments: COMMITMENTS.map((card) => ({ ...card, parts: COMMITMENT_DRAWINGS[card.drawing] })),
  film: FILM,
  figures: IMPACT_FIGURES.home,
  figuresAsOf: IMPACT_AS_OF,
  programs: PROGRAMS.map(({ title, image, fallbackImage, description, link }) => ({ title, image, fallbackImage, description, link })),
  testimonials: TESTIMONIALS,
};
export type HomeContent = typeof HOME_CONTENT;
