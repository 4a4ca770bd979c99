/** The parts of the page `/help`, the most urgent first. Search and other pages link to an `id`, so it must never change. */
export const HELP_PARTS = [
  { id: 'too-much', title: 'Someone has taken too much or is very ill' },
  { id: 'wants-to-die', title: 'You or someone else wants to die' },
  { id: 'not-safe', title: 'Someone hurts, threatens or touches you' },
  { id: 'stop', title: 'How to stop or cut down, and what treatment costs' },
  { id: 'pressure', title: 'Friends want me to try it' },
  { id: 'friend', title: 'I am worried about a friend, a brother or a sister' },
  { id: 'parents', title: 'For parents and families' },
  { id: 'school', title: 'At school: caught, in danger, or leaving' },
  { id: 'teachers', title: 'For teachers and heads of schools' },
  { id: 'grief', title: 'Someone has died' },
  { id: 'substances', title: 'What drugs do, and their street names' },
  { id: 'private', title: 'Who hears what you tell us' },
] as const;

export type HelpPartId = (typeof HELP_PARTS)[number]['id'];
