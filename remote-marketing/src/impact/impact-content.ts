import story from '../artwork/impact-story.svg';

export interface Statistic {
  readonly number: string;
  readonly label: string;
  readonly description: string;
}

/**
 * Figures for the home page and the impact page, which the specification defines differently. Both sets are in one object, so that anyone who edits one set
 * also sees the other.
 */
export const IMPACT_STATISTICS: Readonly<Record<'home' | 'impact', readonly Statistic[]>> = {
  home: [
    {
      number: '1000+',
      label: 'young adults',
      description: 'reached through NAVIGATE across Africa',
    },
    {
      number: '4000+',
      label: 'pupils',
      description: 'through the school project',
    },
    {
      number: '30+',
      label: 'schools engaged',
      description: 'from Lagos to Rivers State',
    },
    {
      number: '250+',
      label: 'NAVIGATE graduates',
      description: 'who now mentor others',
    },
  ],
  impact: [
    {
      number: '1000+',
      label: 'young adults',
      description: 'reached across Africa',
    },
    {
      number: '4000+',
      label: 'pupils through the School Drug Sensitization Project',
      description: 'each with a chance to ask questions anonymously',
    },
    {
      number: '20+',
      label: 'schools engaged through multiple programs',
      description: 'with student-run clubs that continue between our visits',
    },
    {
      number: '200+',
      label: 'Navigate Academy graduates',
      description: 'of the eight-week online mentorship program',
    },
  ],
};

export const IMPACT_DATE_NOTE = 'Sample figures, as of October 2026';

export const IMPACT_STORY = {
  title: 'Our Impact Story',
  image: story,
  imageAlt: 'Illustration: three growing plants and a watering can',
  paragraphs: [
    'We began with one classroom, one afternoon and a cardboard box for questions. The box was full before the bell. That is how we learned that young people do not need another warning: they need someone who answers.',
    'Since then the box has travelled to schools from Lagos to Rivers State. Pupils who once wrote a question now lead the clubs that answer them. NAVIGATE graduates come back as mentors, and our first interns now supervise the next ones.',
    'We count people, not posters. Behind every number on this page is a young person we reached in time, a parent who found the right words or a teacher who is no longer alone in front of the class.',
  ],
} as const;
