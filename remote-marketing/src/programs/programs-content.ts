interface ProgramSummary {
  readonly title: string;
  /** URL of the image on the provider, without a size. */
  readonly image: string;
  readonly description: string;
  readonly link: `/programs/${string}`;
  readonly duration: string;
  readonly audience: string;
}

export type ProgramCardData = Omit<ProgramSummary, 'duration' | 'audience'> & Partial<Pick<ProgramSummary, 'duration' | 'audience'>>;

/** The six programs in the order of the specification (HOME-10). Descriptions and facts are sample copy. */
export const PROGRAMS: readonly ProgramSummary[] = [
  {
    title: 'NAVIGATE',
    image: '/img/upload/v1/samples-program-navigate.webp',
    description: 'An eight-week online mentorship program that pairs each young adult with someone who has walked the same road.',
    link: '/programs/navigate',
    duration: 'Eight weeks, online',
    audience: 'Ages 18 to 25',
  },
  {
    title: 'Project Enable',
    image: '/img/upload/v1/samples-program-enable.webp',
    description: 'A bridge back to school, training or work for young people who use drugs and want a different path.',
    link: '/programs/enable',
    duration: 'Up to one year',
    audience: 'Ages 16 to 30',
  },
  {
    title: 'Internship Program',
    image: '/img/upload/v1/samples-program-internship.webp',
    description: 'Three months inside a working non-profit: real tasks, a real supervisor, a reference at the end.',
    link: '/programs/internship',
    duration: 'Three months',
    audience: 'No experience needed',
  },
  {
    title: 'Drug Prevention Champions',
    image: '/img/upload/v1/samples-program-champions.webp',
    description: 'Students trained to start the conversation in their own hostels, clubs and group chats.',
    link: '/programs/champions',
    duration: 'Two weekends of training',
    audience: 'Campus students',
  },
  {
    title: 'School Drug Sensitization',
    image: '/img/upload/v1/samples-program-school-program.webp',
    description: 'Lively visits to secondary schools, with facts, games and a box for questions no one dares to ask.',
    link: '/programs/school-program',
    duration: 'One 80-minute lesson',
    audience: 'Secondary schools',
  },
  {
    title: 'Xpression',
    image: '/img/upload/v1/samples-program-xpression.webp',
    description: 'Poetry, film and music nights where young people say it in their own voice.',
    link: '/programs/xpression',
    duration: 'One evening, open to everyone',
    audience: 'Ages 15 to 30',
  },
];
