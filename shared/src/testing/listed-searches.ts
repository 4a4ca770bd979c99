/** A search that visitors make, and what it shows with the sample content. */
interface ListedSearch {
  readonly query: string;
  /** Whether the search page shows the helpline and the emergency number before any result. */
  readonly help: boolean;
  /** At least one of these pages or answers is among the first three; undefined where any page is right. */
  readonly first?: readonly string[];
  /** The part of the help page that is the first page of all; undefined where any part is right, null where no part is shown. */
  readonly part?: string | null;
  /** The parts of the help page that are among those shown. */
  readonly parts?: readonly string[];
  /** The first page of all but the parts of the help page. */
  readonly leads?: string;
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

/** Help comes first, and this part of its page. */
const answeredBy = (part: string, queries: readonly string[]): ListedSearch[] => queries.map((query) => ({ query, help: true, part }));

/** Helplines come first, whichever pages follow. */
const asksForHelp = (queries: readonly string[]): ListedSearch[] => queries.map((query) => ({ query, help: true }));

/** Words of danger that mean something else. */
const harmless = (queries: readonly string[]): ListedSearch[] => queries.map((query) => ({ query, help: false, part: null }));

/** This page comes first, and help is not needed. */
const ledTo = (leads: string, queries: readonly string[]): ListedSearch[] => queries.map((query) => ({ query, help: false, part: null, leads }));

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
      'school',
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
  ...about(true, ['/privacy'], ['private', 'who reads my message']),
  ...about(false, ['/impact'], ['impact']),
  ...about(false, ['/impact#trust'], ['annual report', 'registration number', 'cac', 'registered charity', 'rc number', 'scam', 'audited accounts']),
  ...about(true, [HELP], ['pupil collapse in class', 'student slumped', 'he took something and fell down', 'student drank something and is sleeping']),
  ...about(true, [HELP], ['first aid', 'mentor touched a pupil', 'i am tired of life', 'i dont want to live again', 'I no wan live again', 'overdoz']),
  ...about(true, [HELP], ['i no fit continue', 'nobody will miss me', 'life no get meaning']),
  ...about(true, ['/safeguarding'], ['my stepfather comes to my room at night', 'dem dey flog me for house', 'step father touch me']),
  ...about(true, [HELP], ['someone hurts me at home', 'who can i call at night', 'does the call cost money', 'drug dealer']),
  ...about(false, ['/accessibility'], ['use less data', 'my data is small']),
  ...about(false, ['/safeguarding'], ['report staff', 'complain about a volunteer', 'concern about mentor', 'staff misconduct', 'background check']),
  ...about(false, ['/donate'], ['reciept', 'monthly giving', 'diaspora', 'donate from uk', 'paypal dollar', 'company sponsor', 'standing order']),
  ...about(false, ['/what-we-do'], ['how much does it cost', 'price']),
  ...about(false, [SCHOOL_VISIT], ['poster to print', 'train teachers']),
  ...about(false, ['/events'], ['events', 'upcoming events', 'calender']),
  ...about(false, ['/gallery'], ['photos', 'gallery']),
  ...about(false, ['/programs/navigate', 'NAVIGATE information call', '/news/ninth-navigate-cohort'], ['navigate', 'naviagte']),
  ...about(false, ['Open evening for parents'], ['Funke Alade', 'family doctor']),
  ...about(false, ['Xpression Night: Port Harcourt'], ['Tamuno Briggs', 'poet port harcourt', 'short films']),
  ...about(true, [PARENTS, PARENTS_EVENT], ['my boy dey smoke loud', 'ọmọ mi ń mu igbó']),
  ...about(true, [PARENTS, PARENTS_EVENT, SCHOOL, CHAMPIONS], ['how to know if your child is on drugs']),
  ...about(true, [CODEINE], ['codene', 'tramadols', 'ọtí mímu', 'kwayar tramadol', 'drink driving']),
  ...about(true, [CHAMPIONS, SCHOOL], ['what is colorado', 'effects of igbo', 'is weed bad']),
  ...about(true, [CODEINE, CHAMPIONS, '/what-we-do'], ['refnol drug']),
  ...about(true, [ENABLE, FRIEND, PARENTS], ['my brother is addicted']),
  ...about(true, [FRIEND], ['i dey think of killing myself', 'suicidal thoughts', 'kill mysef', 'panic attack']),
  ...about(true, [CHAMPIONS, SCHOOL, '/what-we-do'], ['nitrous balloon', 'mkpụrụ mmiri']),
  ...about(true, ['/safeguarding'], ['cultism', 'bullied at school', 'report abuse']),
  ...about(true, ['/programs/navigate', '/news/champions-in-the-hostel'], ['peer pressure']),
  ...about(true, [CHAMPIONS, FRIEND, '/news/champions-in-the-hostel'], ['friend smoking shisha']),
  ...about(true, [ENABLE, CODEINE], ['rehab centre in lagos', 'rehabilitation center near me']),
  ...about(
    true,
    [HELP],
    ['toll free number', 'who can i talk to', 'i need someone to talk with', 'hotline number', 'ina son taimako', 'mo fe iranlowo', 'achọrọ m enyemaka'],
  ),
  ...about(false, ['/donate'], ['donate by transfer', 'how to give', 'gtbank account', 'donashun', 'sponsorship']),
  ...about(false, [CONTACT, '/about', '/donate'], ['partner with you']),
  ...about(false, [SCHOOL_VISIT, SCHOOL], ['i am a teacher', 'request school visit', 'principal school talk', 'talk for our students']),
  ...about(false, ['/volunteer', '/programs/internship'], ['ngo job vacancy']),
  ...about(false, ['/volunteer'], ['volunteer form']),
  ...about(false, ['/ebook'], ['buy the ebook', 'free book for teenagers']),
  ...about(false, [CONTACT], ['your email', 'phone no', 'where is your office']),
  ...about(false, ['/team'], ['executive director']),
  ...about(false, ['/privacy'], ['data privacy']),
  ...about(false, ['/safeguarding'], ['take down picture', 'delete my photo']),
  ...about(false, ['/safeguarding'], ['remove photo of my child', 'remove my child foto from ur site']),
  ...about(false, ['/programs/xpression', 'Xpression Night: Port Harcourt'], ['xpression']),
  ...about(false, ['Xpression Night: Port Harcourt', '/programs/xpression', '/news/six-poems-from-port-harcourt'], ['poetry']),
  ...about(false, ['Football and facts in Ikorodu', '/news/a-lesson-that-starts-with-football'], ['football']),
  ...about(false, ['/programs/navigate', '/volunteer'], ['mentorship']),
  ...about(false, [PARENTS, PARENTS_EVENT], ['mama dey worry for pikin']),
  ...about(true, [CHAMPIONS, SCHOOL, PARENTS, PARENTS_EVENT], ['yaro na yana shan wiwi']),
  ...about(true, [CODEINE, ENABLE], ['withdrawal symptoms']),
  ...answeredBy('too-much', ['sniper', 'drowsy', 'cannot breathe', 'lips blue', 'he dey foam for mouth', 'took plenty tablets', 'not sleeping for 3 days']),
  ...answeredBy('too-much', ['acting strange', 'mad', 'body hot', 'seizure', 'passed out', 'my son took plenty tablets']),
  ...answeredBy('too-much', ['my daughter swallowed a whole pack of tramadol', 'my boy swallow all the paracetamol for house']),
  ...answeredBy('too-much', ['she drink otapiapia this morning', 'my friend is shaking and his eyes are turning']),
  ...answeredBy('too-much', ['he took colos and he is not answering us', "someone slept off after drinking codeine and won't get up"]),
  ...answeredBy('too-much', ['my pikin dey talk nonsense since yesterday', 'nephew sees people that are not there']),
  ...answeredBy('too-much', ['e no sleep since tuesday, dey waka up and down', 'he cant stop vomiting after party']),
  ...answeredBy('too-much', ['breathing somehow after taking tramadol', 'my brother don swallow rat poison help']),
  ...answeredBy('too-much', ['he smoked something and his body is stiff', "my friend's lips don turn blue", 'she is foaming', 'baby drank kerosene']),
  ...answeredBy('too-much', ['drank plenty codeine and tramadol together', 'my roomate is hearing voices', 'dis boy no wan wake up since morning']),
  ...answeredBy('wants-to-die', ['will drink sniper', 'wants to kill himself', 'my daughter say she want to die', 'no fit continue', 'suicde']),
  ...answeredBy('wants-to-die', ['my son wants to kill himself', 'I dont see any reason to be alive', 'my sister said she will end her life']),
  ...answeredBy('wants-to-die', ['i just want to sleep and never wake up', 'how many d5 can kill a person', 'my roommate wrote a goodbye note']),
  ...answeredBy('wants-to-die', ['e be like say make i just kpai', 'na gaji ina so na mutu', 'i wan drink rat poison', 'my dad said he will hang himself']),
  ...answeredBy('wants-to-die', ['im thinking about killing my self', 'i dont want to be alive anymore', 'tired of living']),
  ...answeredBy('wants-to-die', ['daddy go flog me die if he know']),
  ...answeredBy('not-safe', ['breaking things', 'scared of my brother', 'rape', 'he touches me', 'gun', 'cutlass', 'yana taba ni']),
  ...answeredBy('not-safe', ['my uncle dey enter my room for night', 'my husband beats me when he is drunk', 'lecturer asking me for sex']),
  ...answeredBy('not-safe', ['my brother holds a knife when he is high', 'they are threatening to post my nudes', 'cult people are looking for me']),
  ...answeredBy('not-safe', ['my neighbor rapes his maid', 'a man touched my daughter', 'he said he will shoot us']),
  ...answeredBy('not-safe', ['stepdad drunk and scattering the house', 'malam yana taba ni', 'my guys dey force me to smoke loud']),
  ...answeredBy('private', ['will you tell my parents', 'will you report my son', 'if I call will you tell my mum']),
  ...answeredBy('private', ['can the police arrest me if i talk to you', 'will anyone know i called']),
  ...answeredBy('pressure', ['dare me', 'they want me to try', 'how do I refuse when they offer me shisha', 'senior students say i must drink']),
  ...answeredBy('parents', ['spiritual attack', 'deliverance', 'my 15 year old son smokes', "i found rizla in my son's trouser"]),
  ...answeredBy('parents', ['my last born comes home with red eyes', 'pastor says my daughter has evil spirit', "my daughter's bag has pills"]),
  ...answeredBy('parents', ["my wife's brother needs deliverance from weed"]),
  ...answeredBy('school', ['stop school', 'my school suspended me for smoking', 'teacher caught me with vape']),
  ...harmless(['too much homework', 'my project is killing me', 'dead link', 'ice cream', 'drug store', 'weed the garden', 'hub near me']),
  ...harmless(['too much assignment', 'my maths exam is killing me', 'igbo culture day', 'ice cream party', 'weed my garden', 'dead battery']),
  ...harmless(['joint project with your ngo', 'shooting a short film', 'poems from port harcourt', 'lean on me song', 'drinking water project']),
  ...harmless(['who are your partners', 'my phone battery is dead', 'private secondary school']),
  // Danger beside words that mean something else.
  ...asksForHelp([
    'exam suicide kill me',
    'private rape hospital',
    'phone overdose died',
    'blood suicide donation',
    'tablet overdose phone',
    'too much tramadol money',
    'phone he is dying',
    'boy with phone is dying',
    'he touch light don die',
  ]),
  ...asksForHelp([
    'maths teacher will kill me',
    'accounting teacher wants to kill me',
    'physics lecturer wan kill me',
    'teacher of maths will kill me',
    'if i fail exam daddy go kill me',
  ]),
  ...asksForHelp(['he has kitchen knife', 'bread knife attack', 'kitchen knife at my throat', 'palette knife in his hand', 'she cut with blunt knife']),
  ...asksForHelp([
    'he pointed a toy gun',
    'he will shoot us video',
    'want to shoot photo of me naked',
    'he is high jumped off a bridge',
    'mad men attacked us',
  ]),
  ...asksForHelp(['ready to die for real', 'going to die for this', 'i go die hard', 'my life is a dead end', 'i am dead weight', 'sad news']),
  ...asksForHelp(['hears loud voices', 'hear loud voice in my head', 'my brother is mad about three days now', 'crazy about two weeks now']),
  ...asksForHelp(['drank lean body cold', 'took ten tablet phone doctor', 'drank alcohol based cleaner', 'put something in my soft drink']),
  ...asksForHelp(['someone put something in my food and drink', 'put something in my bottle of coke']),
  ...asksForHelp(['nude photo shoot', 'my son drank weed killer on the farm']),
  ...asksForHelp(['they sell weed our school', 'boys sell weed the compound', 'the igbo traders on our street']),
  ...answeredBy('friend', ['my little brother is on drugs', 'my bestie is doing meth', 'my younger sister don dey use drugs', 'my cousin is an addict']),
  ...answeredBy('stop', ['how can someone leave weed', 'i need to quit tramadol small small', 'when i dont take it my body pains me']),
  ...answeredBy('stop', ['how do i quit vaping', 'help me reduce drinking']),
  ...answeredBy('substances', ['what is arizona', 'tramdaol side effects', 'what does loud do to you', 'mkpuru mmiry']),
  ...about(false, [ENABLE, '/news/bridge-back-to-class'], ['handwork', 'i want to learn tailoring']).map((search) => ({ ...search, part: 'school' })),
  ...about(
    false,
    ['/donate'],
    [
      'money sent twice',
      'receipts',
      'goods',
      'gift from abroad',
      'i want to give 5000 naira every month',
      'i paid two times by mistake',
      'can i donate laptops',
      'donate from canada',
      'gift in kind',
      'did my transfer arrive',
    ],
  ),
  ...about(false, ['/impact#trust'], ['where does the money go', 'how do you use donations', 'is this organisation registered']),
  ...about(
    false,
    ['/school-visit'],
    [
      'named person',
      'what do you teach',
      'primary school',
      'high school',
      'do you come to primary schools in Ibadan',
      'can you come and talk to our ss2 students',
      'high school debate',
    ],
  ),
  ...about(false, ['/ebook'], ['books', 'free pdf for teenagers', 'book on puberty', 'teen ebook price', 'igbo translation of the guide']),
  ...about(false, [CONTACT], ['complaints', 'i want to complain', 'your number']),
  ...about(true, [HELP], ['hepl']),
  ...about(false, ['/about#hubs'], ['near me in lagos', 'do you have office in port harcourt']),
  ...about(false, ['/gallery'], ['where can I see your photos']),
  ...about(
    false,
    ['/volunteer'],
    ['how can i become one of your volunteers', 'can i do my IT with you', 'nysc posting', 'i want to be a mentor', 'deadline for internship'],
  ),
  ...about(false, ['/team'], ['who is the director', 'who started this ngo']),
  ...about(false, ['/events'], ['when is your next event', 'loud music at event', 'kill time at event']),
  ...about(false, ['/news'], ['latest news']),
  ...about(false, ['/about'], ['where are your hubs']),
  ...about(false, ['/what-we-do'], ['what do you do', 'is your program free']),
  ...about(false, ['/safeguarding'], ['delete my picture from your gallery']),
  ...about(false, ['/privacy'], ['how is my data used']),
  ...answeredBy('too-much', ['my boy smoke colorado he dey shake and see things', 'my boy dey shake', 'he smoke colorado and see things']),
  ...answeredBy('private', ['will ndlea arest my son if I call', 'can police arrest me if i go hospital']),
  ...answeredBy('private', ['i miss my period', 'am pregnant who can help', 'late period']),
  ...answeredBy('not-safe', ['one guy on instagram has my nude and is asking for 50k', 'nude', 'sextortion']),
  { query: 'my friend is on tramadol how can he stop', help: true, parts: ['stop', 'friend'] },
  ...about(true, [CONTACT], ['NDLEA officer called pay 50k or arrest my student', 'fake NDLEA officer', 'report drug dealer']).map((search) => ({
    ...search,
    part: 'private',
  })),
  ...answeredBy('school', ['man selling tramadol at the school gate', 'dealer at our school gate', 'boys smoke weed in the boarding house']),
  ...answeredBy('parents', ['pastor say make we chain am', 'chain', 'my pikin dey drink codin wetin i go do']),
  ...about(false, ['/about#hubs'], ['ibadan', 'kano']),
  ...answeredBy('teachers', ['can we drug test all students', 'student told me secret must I tell parents', 'expel student caught with indian hemp']),
  ...answeredBy('teachers', ['my studnt dey smoke colos wetin i go do', 'student died how to tell the class', 'our pupil died']),
  ...answeredBy('wants-to-die', ['my student wants to die']),
  ...answeredBy('school', ['school have drive me i need money for waec fees']),
  ...['WAEC', 'school fees'].map((query) => ({ query, help: false, part: 'school' })),
  // Beside danger, what a query says about gifts does not hide it.
  ...answeredBy('wants-to-die', ['stop my donation i want to die']),
  ...answeredBy('too-much', ['refund urgent he is not breathing']),
  ...asksForHelp(['visit my school about drugs please help me', 'i want to talk about drugs']),
  ...ledTo('/donate', ['how do i stop my monthly donation', 'stop my donation', 'refund urgent']),
  ...ledTo('/donate', ['i send 500000 by mistake instead of 50000 pls i need refund urgent', 'one man for whatsapp dey collect money for una name', 'fraud']),
  ...ledTo('/safeguarding', ['who can i report to', 'report corruption', 'staff is stealing donation money who can i report to', 'steal']),
  ...ledTo('/impact#trust', ['how much of my money realy reach the poor people and how much is salary', 'how much is salary']),
  ...ledTo('/school-visit', ['how much school visit cost transport fuel', 'visit my school to talk about drugs']),
  ...ledTo('/about', ['im muslim can i come', 'is this a church thing']),
  ...about(false, ['/accessibility'], ['website in dark mode', 'blind student using screen reader', 'too much data']),
];

/** Words that mean something as they are, though content has similar ones. */
export const NEVER_CORRECTED: readonly string[] = [
  ...['smokes', 'smoking', 'weed', 'meth', 'donate', 'suicide', 'tramadol', 'loud', 'lean', 'ice', 'kush', 'shisha', 'igbo', 'giya', 'wiwi', 'oti'],
  ...['taimako', 'beach', 'market', 'laptop', 'cook', 'poem', 'poets', 'lake', 'dance', 'horse', 'hope', 'money', 'river', 'mosque', 'church', 'bread'],
  ...['hair', 'pray', 'laugh', 'kano', 'enugu', 'ibadan', 'tunde', 'emeka', 'sola', 'amina', '2025', 'kemi', 'smart', 'trust', 'phone', 'olumide', 'chinedu'],
  ...['yewande', 'segun', 'hauwa', 'benin', 'wallet', 'bible', 'prayer', 'guitar', 'farmer', 'rabbit', 'grape', 'danfo', 'jollof', 'suya', 'naira', 'funmi'],
  ...['zainab', 'haruna', 'obinna', 'nneka', 'gbenga', 'uche', 'yakubu', 'danladi', 'binta', 'gtbank', 'zenith', 'mushin', 'ajegunle', 'nsukka', 'agbero'],
  ...['hustle', 'japa', 'malaria', 'cholera', 'jamb', 'unilag', 'burna'],
];
