/** A search that visitors make, with the sample content. */
interface ListedSearch {
  readonly query: string;
  /** Whether helpline and emergency number stand before any result. */
  readonly help: boolean;
  /** One of these pages, or an answer, is among the first three. */
  readonly first: readonly string[];
}

const HELP = 'help';
const CONTACT = 'contact';
const CODEINE = '/news/what-cough-syrup-does';
const FRIEND = '/news/how-to-ask-a-friend-if-they-are-okay';
const PARENTS = '/news/parents-listening-first';
const PARENTS_EVENT = 'Open evening for parents';
const ENABLE = '/programs/enable';
const CHAMPIONS = '/programs/champions';
const SCHOOL = '/programs/school-program';
const SCHOOL_VISIT = '/school-visit';

const about = (help: boolean, first: readonly string[], queries: readonly string[]): ListedSearch[] => queries.map((query) => ({ query, help, first }));

const DRUGS = [CODEINE, CHAMPIONS, SCHOOL, ENABLE, '/what-we-do'];

/** Those that went wrong once, and others: misspelt, in Pidgin, Hausa, Yoruba and Igbo, with the names of the street. */
export const LISTED_SEARCHES: readonly ListedSearch[] = [
  ...about(true, [PARENTS, PARENTS_EVENT], ['my son smokes', 'my pikin dey smoke igbo', 'my daughter drinks', 'omo mi n mu igbo', 'nwa m na ise anwuru']),
  ...about(true, DRUGS, [
    'smoking',
    'weed',
    'meth',
    'cannabis',
    'marijuana',
    'igbo',
    'loud',
    'kush',
    'SK',
    'skunk',
    'colorado',
    'colos',
    'tramadol',
    'tramol',
    'tramadol 225',
  ]),
  ...about(true, DRUGS, [
    'rohypnol',
    'refnol',
    'gutter water',
    'omi gota',
    'ice',
    'mkpuru mmiri',
    'mkpurummiri',
    'shisha',
    'gum sniffing',
    'monkey tail',
    'wiwi',
    'cocain',
  ]),
  ...about(true, DRUGS, [
    'marijuanna',
    'canabis',
    'tramadoll',
    'adiction',
    'drgs',
    'miyagun kwayoyi',
    'oogun oloro',
    'ogwu ojoo',
    'shaye-shaye',
    'im dey high',
  ]),
  ...about(
    true,
    [CODEINE],
    ['codeine', 'codine', 'lean', 'cough syrup', 'coff syrup', 'kodin', 'overdose', 'my friend took too much', 'e no dey breathe', 'he is not waking'],
  ),
  ...about(true, [CODEINE, FRIEND], ['my friend uses codeine', 'ogogoro', 'alchohol', 'giya', 'mmanya']),
  ...about(true, [FRIEND], ['suicide', 'sucide', 'I want to die', 'i wan die', 'kashe kai', 'my freind is sad', 'is my friend okay']),
  ...about(
    true,
    [ENABLE, CODEINE, '/news/bridge-back-to-class'],
    ['addiction', 'how do I stop smoking weed', 'i wan stop', 'rehab', 'yadda zan daina shan wiwi'],
  ),
  ...about(
    true,
    [HELP],
    ['helpline', 'help', 'helpine', 'abeg help me', 'taimako', 'iranlowo', 'enyemaka', 'emergency', 'someone to talk to', 'counsellor', 'hlep'],
  ),
  ...about(true, ['/safeguarding'], ['abuse', 'raped', 'fyade', 'bullied']),
  ...about(false, [CONTACT], ['contact', 'phone number', 'una number', 'office address', 'whatsap', 'tuntube mu']),
  ...about(
    false,
    ['/donate'],
    [
      'donate',
      'donation',
      'give',
      'bank account',
      'account number',
      'donete',
      'how can I send money',
      'gudummawa',
      'onyinye',
      'una account number',
      'ussd',
      'sponsor',
    ],
  ),
  ...about(
    false,
    [SCHOOL_VISIT, SCHOOL],
    [
      'school visit',
      'visit our school',
      'I want you to come to our school',
      'scool visit',
      'makarantar mu',
      'ile iwe wa',
      'ulo akwukwo',
      'headteacher',
      'sensitization',
    ],
  ),
  ...about(false, [PARENTS, PARENTS_EVENT], ['parents', 'parants', 'iyaye', 'for parents', 'mother']),
  ...about(false, ['/volunteer'], ['volunteer', 'volunter', 'get involved', 'i wan join una', 'aikin sa kai', 'become a mentor']),
  ...about(false, ['/programs/internship', '/volunteer'], ['internship', 'intenship', 'jobs', 'siwes']),
  ...about(false, ['/ebook'], ['ebook', 'e-book', 'book', 'adolescence', 'ebok', 'littafi']),
  ...about(false, ['/team'], ['team', 'founder', 'who runs this']),
  ...about(false, ['/safeguarding'], ['safeguarding', 'report a concern']),
  ...about(false, ['/privacy'], ['privacy', 'what do you do with my data', 'cookies']),
  ...about(false, ['/impact'], ['impact', 'annual report']),
  ...about(false, ['/events'], ['events', 'upcoming events', 'calender']),
  ...about(false, ['/gallery'], ['photos', 'gallery']),
  ...about(false, ['/programs/navigate', 'NAVIGATE information call', '/news/ninth-navigate-cohort'], ['navigate', 'naviagte']),
  ...about(false, ['Open evening for parents'], ['Funke Alade', 'family doctor']),
  ...about(false, ['Xpression Night: Port Harcourt'], ['Tamuno Briggs', 'poet port harcourt', 'short films']),
];

/** Words that have a meaning of their own, though content has similar ones. */
export const NEVER_CORRECTED: readonly string[] = [
  ...['smokes', 'smoking', 'weed', 'meth', 'donate', 'suicide', 'tramadol', 'loud', 'lean', 'ice', 'kush', 'shisha', 'igbo', 'giya', 'wiwi', 'oti', 'taimako'],
  ...[
    'beach',
    'market',
    'laptop',
    'cook',
    'poem',
    'poets',
    'lake',
    'dance',
    'horse',
    'hope',
    'money',
    'river',
    'mosque',
    'church',
    'bread',
    'hair',
    'pray',
    'laugh',
  ],
  ...['kano', 'enugu', 'ibadan', 'tunde', 'emeka', 'sola', 'amina', '2025', 'kemi'],
];
