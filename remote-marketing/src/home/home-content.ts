import faceOne from '../artwork/face-1.svg';
import faceTwo from '../artwork/face-2.svg';
import faceThree from '../artwork/face-3.svg';
import faceFour from '../artwork/face-4.svg';
import faceFive from '../artwork/face-5.svg';
import heroFriends from '../artwork/hero-1.svg';
import heroLesson from '../artwork/hero-2.svg';
import heroHubs from '../artwork/hero-3.svg';
import speechIllustration from '../artwork/speech.svg';
import sproutIllustration from '../artwork/sprout.svg';
import umbrellaIllustration from '../artwork/umbrella.svg';
import filmCover from '../artwork/video.svg';
import { IMPACT_DATE_NOTE, IMPACT_STATISTICS } from '../impact/impact-content.ts';
import { PROGRAMS } from '../programs/programs-content.ts';

interface Testimonial {
  readonly name: string;
  readonly role: 'Google Review';
  readonly image: string;
  readonly quote: string;
  readonly rating: number;
  readonly source: 'google';
}

const review = (name: string, image: string, rating: number, quote: string): Testimonial => ({
  name,
  role: 'Google Review',
  image,
  quote,
  rating,
  source: 'google',
});

/** Sample reviews. Their authors have roles instead of invented names. */
export const TESTIMONIALS: readonly Testimonial[] = [
  review('NAVIGATE graduate, Lagos', faceTwo, 5, 'I came for the certificate. I left with a mentor who still calls me every Sunday, and a reason to pick up.'),
  review('Mother of two, Surulere', faceFive, 5, 'My son came home and explained peer pressure to me. For the first time we talked, and nobody shouted.'),
  review('School counsellor, Ile-Ife', faceThree, 5, 'They answered questions and did not scare our students. The question box is still full every Friday.'),
  review('Drug Prevention Champion, Yaba', faceOne, 4, 'I learned how to ask a friend if he is okay. I used four plain sentences. He said no, and we talked.'),
  review('Internship graduate, Port Harcourt', faceFour, 5, 'Three months of real work and one honest reference. That letter opened the door to my first job.'),
];

/** Sample texts in the site's voice. Only the titles are specified. */

interface HeroSlide {
  readonly image: string;
  readonly imageAlt: string;
  readonly subtitle: string;
  /** At most 28 characters, so that the title fits on two lines. */
  readonly title: string;
  readonly description: string;
}

export const HERO_SLIDES: readonly HeroSlide[] = [
  {
    image: heroFriends,
    imageAlt: 'Illustration: three young people in patterned clothes at sunrise',
    subtitle: 'Youth against drug harm',
    title: 'Tomorrow is ours to build',
    description: 'We help young Nigerians choose school, work and each other, with mentors who have walked the same road.',
  },
  {
    image: heroLesson,
    imageAlt: 'Illustration: three young people in front of a blackboard',
    subtitle: 'Honest prevention',
    title: 'Facts before fear',
    description: 'In schools and group chats we answer every question truthfully, so that young people can decide with their eyes open.',
  },
  {
    image: heroHubs,
    imageAlt: 'Illustration: three friends at a house on stilts in a lagoon',
    subtitle: 'From Nigeria across Africa',
    title: 'A place to belong',
    description: 'Hubs, clubs and online mentors bring young people together to learn, earn and look after each other.',
  },
];

interface CommitmentCard {
  readonly title: string;
  readonly description: string;
  readonly theme: 'speech' | 'umbrella' | 'sprout';
  /** URL of an SVG illustration, 152 by 152 pixels, aligned to the bottom. */
  readonly illustration: string;
}

export const COMMITMENTS: readonly CommitmentCard[] = [
  {
    title: 'Discourage Substance Abuse',
    description: 'Honest lessons, no scare stories. We explain what drugs do, and we stay to answer every question.',
    theme: 'speech',
    illustration: speechIllustration,
  },
  {
    title: 'Facilitate Protective Factors',
    description: 'A trusted adult, a team, a skill to be proud of. We surround young people with support that keeps them steady.',
    theme: 'umbrella',
    illustration: umbrellaIllustration,
  },
  {
    title: 'Empower Young Adults',
    description: 'Mentors, internships and a stage of their own, so that a good choice today becomes a good living.',
    theme: 'sprout',
    illustration: sproutIllustration,
  },
];

const FILM = {
  cover: filmCover,
  coverAlt: 'Illustration: three young people outside a college building',
  title: 'One Saturday in Yaba',
  description: 'Forty teenagers, six mentors and a box full of folded questions. Nobody preached. Everybody stayed.',
  note: '3 min 12 s · uses about 14 MB',
} as const;

/** Loader data. The HTML of the first page view contains these texts, so the page's script does not repeat them. */
export const HOME_CONTENT = {
  slides: HERO_SLIDES,
  commitments: COMMITMENTS,
  film: FILM,
  statistics: IMPACT_STATISTICS.home,
  statisticsAsOf: IMPACT_DATE_NOTE,
  programs: PROGRAMS.map(({ title, image, description, link }) => ({ title, image, description, link })),
  testimonialsNote: 'Sample reviews',
  testimonials: TESTIMONIALS,
};
export type HomeContent = typeof HOME_CONTENT;
