/** Alternatives to words that reduce people to their drug use (person-first language). */
export interface Wording {
  /** Lower-case phrases, each matched as whole words. */
  readonly words: readonly string[];
  readonly replacement: string;
}

export const WORDINGS: readonly Wording[] = [
  {
    words: ['addict', 'drug addict', 'drug abuser', 'substance abuser', 'abuser', 'drug user', 'junkie', 'junky', 'druggie', 'crackhead', 'pothead'],
    replacement: 'person who uses drugs',
  },
  {
    words: ['addicts', 'drug addicts', 'drug abusers', 'substance abusers', 'abusers', 'drug users', 'junkies', 'druggies', 'crackheads', 'potheads'],
    replacement: 'people who use drugs',
  },
  { words: ['former addict', 'ex-addict', 'reformed addict', 'recovering addict'], replacement: 'person in recovery' },
  { words: ['former addicts', 'ex-addicts', 'reformed addicts', 'recovering addicts'], replacement: 'people in recovery' },
  { words: ['alcoholic', 'drunkard'], replacement: 'person who drinks heavily' },
  { words: ['alcoholics', 'drunkards'], replacement: 'people who drink heavily' },
  { words: ['drug habit'], replacement: 'drug use' },
  { words: ['committed suicide'], replacement: 'died by suicide' },
  { words: ['commit suicide'], replacement: 'die by suicide' },
  { words: ['commits suicide'], replacement: 'dies by suicide' },
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
