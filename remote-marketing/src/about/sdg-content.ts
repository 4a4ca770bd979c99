export interface SdgItem {
  readonly number: 3 | 4 | 8;
  readonly title: string;
  readonly description: string;
  /** Custom property that holds the goal's official hue. */
  readonly color: `--sdg-${3 | 4 | 8}`;
  readonly icon: 'pulse' | 'book' | 'growth';
}

/** The three goals that our work serves (ABOUT-04, WHAT-04). */
export const SDG_ITEMS: readonly SdgItem[] = [
  {
    number: 3,
    title: 'Good Health and Well-being',
    description: 'Prevention lessons, peer support and a way to help for young people who use drugs.',
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
    description: 'Internships, references and first jobs, so that a good choice also pays.',
    color: '--sdg-8',
    icon: 'growth',
  },
];
