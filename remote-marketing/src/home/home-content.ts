import heroFriends from '../artwork/hero-1.svg';
import heroLesson from '../artwork/hero-2.svg';
import heroHubs from '../artwork/hero-3.svg';
import filmCover from '../artwork/video.svg';

/** Fixed wording of the home page. Everything here is sample copy in the site's voice, except the titles that the specification gives. */

export interface HeroSlide {
  readonly image: string;
  readonly imageAlt: string;
  /** Short line above the title. */
  readonly subtitle: string;
  /** 28 characters at most, so that it stays within two lines. */
  readonly title: string;
  readonly description: string;
}

export const HERO_SLIDES: readonly HeroSlide[] = [
  {
    image: heroFriends,
    imageAlt: 'Illustration: three young people in patterned clothes before a rising sun',
    subtitle: 'Youth against drug harm',
    title: 'Tomorrow is ours to build',
    description: 'We help young Nigerians choose school, work and each other, with mentors who have walked the road.',
  },
  {
    image: heroLesson,
    imageAlt: 'Illustration: young people side by side under an evening sky',
    subtitle: 'Honest prevention',
    title: 'Facts before fear',
    description: 'In schools and group chats we answer every question truthfully, so that young people decide with open eyes.',
  },
  {
    image: heroHubs,
    imageAlt: 'Illustration: friends before the lagoon with the sun behind them',
    subtitle: 'From Nigeria across Africa',
    title: 'A place to belong',
    description: 'Hubs, clubs and online mentors bring young people together to learn, earn and look after each other.',
  },
];

export interface CommitmentCard {
  readonly title: string;
  readonly description: string;
  /** Which cloth and drawing stand on the card's top. */
  readonly drawing: 'speech' | 'umbrella' | 'sprout';
}

export const COMMITMENTS: readonly CommitmentCard[] = [
  {
    title: 'Discourage Substance Abuse',
    description: 'Honest lessons, no scare stories. We say what drugs do, and we stay for every question a young person brings.',
    drawing: 'speech',
  },
  {
    title: 'Facilitate Protective Factors',
    description: 'A trusted adult, a team, a skill to be proud of. We surround young people with what keeps them steady.',
    drawing: 'umbrella',
  },
  {
    title: 'Empower Young Adults',
    description: 'Mentors, internships and a stage of their own, so that a good choice today becomes a good living.',
    drawing: 'sprout',
  },
];

export const FILM = {
  cover: filmCover,
  coverAlt: 'Illustration: four young people before a red evening sky',
  title: 'One Saturday in Yaba',
  description: 'Forty teenagers, six mentors and a box full of folded questions. Nobody preached. Everybody stayed.',
  /** Length, and what it costs on mobile data. */
  note: '3 min 12 s · uses about 14 MB',
} as const;
