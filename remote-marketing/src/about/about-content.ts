import aboutFriends from '../artwork/about-1.svg';
import questionBox from '../artwork/about-2.svg';
import signpost from '../artwork/about-3.svg';
import campusLagos from '../artwork/campus-1.svg';
import campusIfe from '../artwork/campus-2.svg';
import campusYaba from '../artwork/campus-3.svg';
import campusPortHarcourt from '../artwork/campus-4.svg';

export interface SdgItem {
  readonly number: 3 | 4 | 8;
  readonly title: string;
  readonly description: string;
  readonly color: `--sdg-${3 | 4 | 8}`;
  readonly icon: 'pulse' | 'book' | 'growth';
}

export const SDG_ITEMS: readonly SdgItem[] = [
  {
    number: 3,
    title: 'Good Health and Well-being',
    description: 'Prevention lessons, peer support and a route to help for young people who use drugs.',
    color: '--sdg-3',
    icon: 'pulse',
  },
  {
    number: 4,
    title: 'Quality Education',
    description: 'School visits, online mentorship and training that keep young people learning.',
    color: '--sdg-4',
    icon: 'book',
  },
  {
    number: 8,
    title: 'Decent Work and Economic Growth',
    description: 'Internships, references and first jobs, so that good choices pay off.',
    color: '--sdg-8',
    icon: 'growth',
  },
];

/** Sample texts in the site's voice, under headings that the requirements prescribe. */

interface AboutSection {
  readonly id: string;
  readonly title: string;
  readonly paragraphs: readonly string[];
}

export interface IllustratedSection extends AboutSection {
  readonly image: string;
  readonly imageAlt: string;
  readonly more?: { readonly label: string; readonly to: string };
}

export const ABOUT_US: IllustratedSection = {
  id: 'about-us',
  title: 'About Us',
  image: aboutFriends,
  imageAlt: 'Illustration: three young people in patterned clothes at a market stall',
  paragraphs: [
    'We are young people, teachers, counsellors and parents who share one goal: that adolescents and young adults in Nigeria and across Africa grow up free from drug harm, with something better to say yes to.',
    'We teach in schools, mentor online, open doors to first jobs and hand over the microphone. Everything we offer is free for young people.',
    'We are a registered non-profit. Anyone can check our registration, read our annual reports and see how we spend money.',
  ],
  more: { label: 'Registration, reports and accounts', to: '/impact#trust' },
};

export const VISION = {
  id: 'vision',
  title: 'Our Vision',
  text: 'An Africa in which every young person has the facts, the friends and the future to choose a life free from drug abuse.',
} as const;

export const MISSION = {
  id: 'mission',
  title: 'Our Mission',
  text: 'To prevent substance abuse among adolescents and young adults through honest education, steady mentorship and real chances to learn, work and lead.',
} as const;

export const STORY: IllustratedSection = {
  id: 'story',
  title: 'Our Story',
  image: questionBox,
  imageAlt: 'Illustration: a question box with a folded piece of paper in its slot',
  paragraphs: [
    'It started with a question on a folded slip of paper: “Is it still a drug if the chemist sold it to me?” A handful of students had put a cardboard box in their old school and promised to answer whatever came out of it.',
    'The box came back full, and so did the next one. Teachers asked for a second visit, graduates offered their evenings as mentors, and a borrowed lecture room became the first hub. Today the box still opens every lesson we give.',
  ],
};

export const PHILOSOPHY: IllustratedSection = {
  id: 'philosophy',
  title: 'Our Philosophy and Why We Exist',
  image: signpost,
  imageAlt: 'Illustration: a signpost beside a road under a violet sky',
  paragraphs: [
    'Fear does not protect anyone for long. Facts do, and so do people: an adult who listens, a friend who notices, a skill that makes tomorrow worth waking up for. We call them protective factors, and we build them one by one.',
    'We say “people who use drugs”, never “addicts”. Everyone who comes to us is treated with respect, told the truth and shown the next step, today and again next week.',
  ],
};

export interface ValueItem {
  readonly icon: 'spark' | 'heart' | 'bulb' | 'people' | 'shield';
  readonly title: string;
  readonly description: string;
}

export const VALUES: readonly ValueItem[] = [
  {
    icon: 'spark',
    title: 'Empowerment',
    description: 'We hand young people the chalk, the camera and the microphone, and support them as they lead.',
  },
  {
    icon: 'heart',
    title: 'Compassion',
    description: 'No lectures and no labels. We listen first, and we do not give up on anyone.',
  },
  {
    icon: 'bulb',
    title: 'Innovation',
    description: 'From question boxes to voice notes, we try ideas that young people will really use.',
  },
  {
    icon: 'people',
    title: 'Community',
    description: 'Families, schools and hubs share this work. No one does it alone.',
  },
  {
    icon: 'shield',
    title: 'Integrity',
    description: 'We tell the truth, measure our results and account for every gift.',
  },
];

/** Details of the hubs, in the order of the site's configuration, which contains their names and addresses. */
interface HubDetails {
  readonly image: string;
  readonly imageAlt: string;
  /** Not displayed (ABOUT-08). */
  readonly programs: readonly string[];
}

export const HUB_DETAILS: readonly HubDetails[] = [
  {
    image: campusLagos,
    imageAlt: 'Illustration: a college hall with arches and a red roof',
    programs: ['NAVIGATE', 'Drug Prevention Champions', 'Internship Program'],
  },
  {
    image: campusIfe,
    imageAlt: 'Illustration: two huts and a bench under a large tree',
    programs: ['Drug Prevention Champions', 'Xpression'],
  },
  {
    image: campusYaba,
    imageAlt: 'Illustration: a college building of three floors with a stair tower',
    programs: ['School Drug Sensitization', 'Drug Prevention Champions', 'Xpression'],
  },
  {
    image: campusPortHarcourt,
    imageAlt: 'Illustration: a house on stilts with a boat below it',
    programs: ['Project Enable', 'School Drug Sensitization'],
  },
];
