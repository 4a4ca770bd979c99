/** Alternatives to words that reduce people to their drug use (person-first language). */
export interface Wording {
  /** Lower-case phrases, each matched as whole words. */
  readonly words: readonly string[];
  readonly instead: string;
}

export const WORDINGS: readonly Wording[] = [
  {
    words: ['addict', 'drug addict', 'drug abuser', 'substance abuser', 'abuser', 'drug user', 'junkie', 'junky', 'druggie', 'crackhead', 'pothead'],
    instead: 'person who uses drugs',
  },
  {
    words: ['addicts', 'drug addicts', 'drug abusers', 'substance abusers', 'abusers', 'drug users', 'junkies', 'druggies', 'crackheads', 'potheads'],
    instead: 'people who use drugs',
  },
  { words: ['former addict', 'ex-addict', 'reformed addict', 'recovering addict'], instead: 'person in recovery' },
  { words: ['former addicts', 'ex-addicts', 'reformed addicts', 'recovering addicts'], instead: 'people in recovery' },
  { words: ['alcoholic', 'drunkard'], instead: 'person who drinks heavily' },
  { words: ['alcoholics', 'drunkards'], instead: 'people who drink heavily' },
  { words: ['drug habit'], instead: 'drug use' },
  { words: ['committed suicide'], instead: 'died by suicide' },
  { words: ['commit suicide'], instead: 'die by suicide' },
  { words: ['commits suicide'], instead: 'dies by suicide' },
];

/** Link texts that do not describe their target, in lower case and without punctuation. */
export const EMPTY_LINK_TEXTS: ReadonlySet<string> = new Set([
  'here',
  'click',
  'click here',
  'tap here',
  'see here',
  'find it here',
  'this',
  'this link',
  'this page',
  'this website',
  'link',
  'more',
  'read more',
  'learn more',
  'find out more',
  'see more',
  'details',
  'website',
]);
