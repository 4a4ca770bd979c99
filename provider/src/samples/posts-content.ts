import { object, people, photo, place } from './sample-artwork.ts';
import { FIGURE, type SampleAuthor, type SamplePost } from './sample-types.ts';

const portrait = (seed: string): SampleAuthor['portrait'] => ({ seed, kind: 'portrait', width: 240, height: 240, crop: '32 34 176 176' });

export const SAMPLE_AUTHORS: readonly SampleAuthor[] = [
  { name: 'Ngozi Okafor', portrait: portrait('f10') },
  { name: 'Amina Bello', portrait: portrait('f29') },
  { name: 'Chidi Nwosu', portrait: portrait('f23') },
  { name: 'Ibrahim Musa', portrait: portrait('f11') },
  { name: 'Adaeze Eze', portrait: portrait('f15') },
  { name: 'Tọ́pẹ́ Adéwálé', portrait: portrait('f39') },
];

/** Sample articles in the site's voice. Every name and number is fictional. */
export const SAMPLE_POSTS: readonly SamplePost[] = [
  {
    slug: 'twelve-schools-one-question-box',
    title: 'Twelve schools, one question box',
    excerpt:
      'We left a wooden box in twelve Lagos schools for a month. What came back filled three notebooks, and changed the way we open every single lesson.',
    category: 'Schools',
    tags: ['schools', 'questions', 'lagos'],
    author: 'Ngozi Okafor',
    status: 'published',
    daysAgo: 6,
    picture: object('c7', 'box', 'zobo'),
    figure: { picture: object('f1', 'board', 'leaf'), caption: 'We answer three slips aloud before anything else is said.' },
    content: `<p>It is a plain box. A carpenter in Mushin made twelve of them, each with a slot just wide enough for a folded page, and we asked twelve schools to stand one by the library door for a month. No names, no marks, no teacher with the key.</p>
<p>We expected a few dozen notes. We counted four hundred and eleven.</p>
<h2>What pupils really ask</h2>
<p>Hardly anyone asked what drugs are called. They asked what to do when a friend has changed. They asked whether codeine syrup from the chemist is “the real thing”, why an uncle who drinks is never in trouble, and how to leave a group without losing everybody in it.</p>
<blockquote><p>If I tell somebody about my brother, will they take him away?</p><p><cite>The question that we read most often</cite></p></blockquote>
<p>We answer that one first now. We listen, we ask what he would want, and we look for a door that he can walk through himself. Only if someone is in danger do we tell others without asking, and then we say so first.</p>
<h2>What we changed</h2>
<ul><li>Every lesson opens with three questions from the box, read aloud by pupils.</li><li>We say “we don't know yet” when we do not know, and we come back with the answer.</li><li>The last ten minutes belong to the pupils' questions: their teacher sits at the back and takes no notes.</li></ul>
${FIGURE}
<p>The boxes stay. If your school would like one, write to us: the carpenter is ready.</p>`,
  },
  {
    slug: 'ninth-navigate-cohort',
    title: 'The ninth NAVIGATE cohort is open',
    excerpt:
      'Eight weeks, one mentor, two calls a week. Applications for the ninth NAVIGATE cohort are open, and the program is free for everyone who is accepted.',
    category: 'NAVIGATE',
    tags: ['navigate', 'mentors', 'applications'],
    author: 'Tọ́pẹ́ Adéwálé',
    status: 'published',
    daysAgo: 9,
    picture: object('c1', 'compass', 'indigo'),
    content: `<p>NAVIGATE is our eight-week online mentorship program. You are paired with one person who has walked a stretch of the road in front of you, and you talk twice a week. That is all, and it turns out to be a lot.</p>
<h2>Who it is for</h2>
<p>Young adults between 18 and 25, anywhere in Africa, who want company while they decide something: a course, a job, a move, a way of living without something that has been running the show.</p>
<h2>What you need</h2>
<ul><li>A phone that can make calls over data; we send the data bundle.</li><li>Two half hours a week that you can protect.</li><li>Honesty, in any language that you and your mentor share.</li></ul>
<p>You do not need a clean record, a school certificate or a sad story. We read every application twice, and everyone gets an answer, even if it is “not this time”.</p>
<blockquote><p>I came for the certificate. I left with a mentor who still calls me every Sunday.</p><p><cite>NAVIGATE graduate, Lagos</cite></p></blockquote>
<p>Write to us with your name, your town and one thing that you would like to be different by the end of the eight weeks.</p>`,
  },
  {
    slug: 'how-to-ask-a-friend-if-they-are-okay',
    title: 'How to ask a friend if they are okay',
    excerpt:
      'You do not need a speech. You need ten minutes, a quiet corner and four plain sentences that our Champions practise until they feel like their own.',
    category: 'Champions',
    tags: ['friends', 'champions', 'listening'],
    author: 'Adaeze Eze',
    status: 'published',
    daysAgo: 13,
    picture: people('s28', 2, 'leaf', 'courtyard'),
    content: `<p>Most of us notice long before we say anything. The friend who always had time is always tired; the money runs out on Wednesday; the jokes have an edge. And we wait, because we are afraid of getting it wrong.</p>
<p>You can hardly get it wrong if you stay kind and short. These are the four sentences that our Champions practise.</p>
<ol><li><strong>“I have noticed that you seem different lately.”</strong> Say what you saw, not what you think it means.</li><li><strong>“I am not angry, I am just asking.”</strong> Then stop talking. Count to ten if you have to.</li><li><strong>“Do you want advice, or do you want company?”</strong> Company is the right answer more often than you think.</li><li><strong>“Can I check on you again on Friday?”</strong> A day with a name is worth more than “anytime”.</li></ol>
<h2>What not to carry alone</h2>
<p>If your friend talks about wanting to die, cannot be woken, or is having trouble breathing, that is not a secret that you keep. Call for help first and apologise later. You will be forgiven.</p>
<aside data-box="help"></aside>
<p>And afterwards, find someone who will say the same four sentences to you. Helpers need them too.</p>`,
  },
  {
    slug: 'a-room-of-our-own-in-yaba',
    title: 'A room of our own in Yaba',
    excerpt:
      'A borrowed lecture room, two fans and a door that is always open on Thursdays: our newest hub now meets on campus, ten minutes from the main gate.',
    category: 'Hubs',
    tags: ['hubs', 'yaba', 'campus'],
    author: 'Ibrahim Musa',
    status: 'published',
    daysAgo: 18,
    picture: place('k2', 'block', 'clay'),
    figure: { picture: photo('p16', [3, 'classroom'], 'indigo'), caption: 'The second hour of a Thursday. The fan is out of the picture.' },
    content: `<p>For two years the Yaba hub met wherever there was shade: under the almond tree, at the back of a canteen, once in a laundry. Since this month it has a door. The college lends us a lecture room on Thursday afternoons, and the door stays open until the last person leaves.</p>
<h2>What happens on a Thursday</h2>
<p>The first hour is for nothing in particular. Somebody revises, somebody plays Ludo, somebody sleeps. The second hour has a theme: how to read a prescription, how to say no at a party and still be invited, what a panic attack is. The third hour is for whoever wants to talk with a mentor in the corner with the broken projector.</p>
<blockquote><p>I did not come for help. I came because there was a fan. I am still coming.</p><p><cite>A student in the second year</cite></p></blockquote>
${FIGURE}
<p>Bring a friend, a question or a fan. We have two, and the room is warm.</p>
<h2>How to find us</h2>
<p>Ten minutes on foot from the main gate, second floor, look for the half sun on the door. It is free, and nobody writes down your name.</p>`,
  },
  {
    slug: 'six-poems-from-port-harcourt',
    title: 'Six poems from Port Harcourt',
    excerpt:
      'Nobody was asked to write about drugs. Most did anyway. Notes from the Port Harcourt night, shared with the blessing of the young people who read.',
    category: 'Xpression',
    tags: ['xpression', 'poetry', 'port harcourt'],
    author: 'Amina Bello',
    status: 'published',
    daysAgo: 24,
    picture: place('c6', 'stage', 'zobo'),
    content: `<p>The rule of an Xpression night is that there is no theme. You bring five minutes of something that is yours, you stand in the light, and everybody is quiet. In Port Harcourt twenty-three people stood in the light. Six of them let us write about it.</p>
<p>One read a list of everything that he could hear from his bed. One read a letter to a tablet, as if to a landlord: <em>you raised the rent again</em>. One sang, because she said that the words would not stand up alone. A boy of sixteen read two lines, sat down, and came back an hour later with the other ten.</p>
<blockquote><p>My grandmother's river did not ask the mangrove to be straight.</p><p><cite>Read in Port Harcourt, by a girl of seventeen</cite></p></blockquote>
<h2>Why we do this</h2>
<p>Because a person who has said a thing aloud, once, in a room that clapped, has something to hold on to that is not for sale. We do not know a better kind of prevention.</p>
<p>The next night is in the events list. Bring five minutes.</p>`,
  },
  {
    slug: 'what-cough-syrup-does',
    title: 'What cough syrup with codeine does, in plain words',
    excerpt:
      'No scare pictures and no Latin. What codeine does in the body, why it is easy to need more of it, and what to do tonight if a friend has had too much.',
    category: 'Facts',
    tags: ['facts', 'codeine', 'health'],
    author: 'Ngozi Okafor',
    status: 'published',
    daysAgo: 31,
    picture: object('s5', 'phone', 'violet'),
    content: `<p>Codeine is a medicine. Doctors give it for strong pain and, less and less, for coughs. In the body it turns into morphine, which slows things down: pain, thoughts, the gut and the breath. That last one is the one that matters.</p>
<aside data-box="help"></aside>
<h2>Why it takes hold</h2>
<p>The body gets used to it in days. The same spoonful does less, so you take two. Stop suddenly and it feels like malaria and heartbreak at once. That is not weakness; that is chemistry, and it passes with help.</p>
<h2>Never together</h2>
<p>With alcohol, sleeping tablets or another syrup, each one slows the breath further. Most of the worst nights are mixtures.</p>
<h2>If a friend has had too much</h2>
<ol><li>Shake their shoulder and shout their name.</li><li>If they do not wake, or breathe slowly or with a snore: call 112 and say exactly that. If nobody answers, go to the nearest hospital.</li><li>Turn them on their side, the mouth towards the floor, and stay with them if you are safe.</li></ol>
<h2>If you want to stop</h2>
<p>Do not stop codeine or tramadol from one day to the next without a health worker: a health worker can lower the amount step by step. The same is true of alcohol every day. Where we have a hub, we go with you to a clinic that treats people as people. Elsewhere, call us, also on the morning after such a night. <a href="/help#stop">How to begin</a></p>`,
  },
  {
    slug: 'parents-listening-first',
    title: 'For parents: listening first',
    excerpt:
      'A mother from Surulere found a packet in a school bag. What she did next, and the three things that she would do again, may help you on the same night.',
    category: 'Families',
    tags: ['parents', 'families', 'listening'],
    author: 'Chidi Nwosu',
    status: 'published',
    daysAgo: 38,
    picture: object('c8', 'teapot', 'clay'),
    content: `<p>If your child seems drugged, does not answer or may be in danger, do not wait for a quiet hour. Call first, go in if you are safe, and stay with them.</p>
<aside data-box="help"></aside>
<p>She sat on the edge of the bath for an hour, she told us, with the packet in her hand and every sermon she knew in her mouth. Then she made tea, and waited until the house slept, and knocked.</p>
<p>“I did not say <em>what is this</em>. I said <em>I found something and I am frightened, will you help me understand it</em>. He cried before I did.”</p>
<h2>Three things she would do again</h2>
<ol><li><strong>Waiting for a quiet hour.</strong> Nothing true was ever said at the school gate.</li><li><strong>Asking for his story before telling hers.</strong> It was not the story that she had prepared for.</li><li><strong>Agreeing on one small next step.</strong> For them it was a walk on Saturday with an older cousin.</li></ol>
<h2>And one that she would not</h2>
<p>She had searched the bag. “Next time I ask,” she says. “A locked door is a conversation too.”</p>
<p>Our hubs hold <a href="/events">an evening for parents</a> every two months. There is tea, and you do not have to say why you came.</p>`,
  },
  {
    slug: 'bridge-back-to-class',
    title: 'A bridge back to class',
    excerpt:
      'Project Enable walked with nineteen young people this year. Eleven are back in school, five are learning a trade, and three are resting, which counts too.',
    category: 'Project Enable',
    tags: ['enable', 'schools', 'second chances'],
    author: 'Ibrahim Musa',
    status: 'published',
    daysAgo: 46,
    picture: object('c2', 'bridge', 'lagoon'),
    content: `<p>People who use drugs are often asked to get well first and come back to school afterwards. Project Enable turns that round. The classroom, the workshop or the first shift is part of getting well, so we start there.</p>
<h2>What a year looked like</h2>
<p>Nineteen young people. Eleven are back in school, two of them in the very class that they left. Five are learning a trade: tiling, hairdressing, phone repair, and a young man in Ile-Ife who now bakes the bread that his hostel buys. Three are resting. They write to us when they like, and their place is kept.</p>
<h2>What it took</h2>
<ul><li>A letter to a principal, and then a visit, and then a second visit.</li><li>Bus fare, which was more often the reason for a missed day than anything else.</li><li>One adult who noticed when they were not there.</li></ul>
<blockquote><p>They did not ask me to promise. They asked me what time the bus leaves.</p><p><cite>Apprentice tiler, 19</cite></p></blockquote>
<p>If you run a workshop or a school and could keep one chair free, we would like to meet you.</p>`,
  },
  {
    slug: 'first-week-of-an-internship',
    title: 'The first week of an internship',
    excerpt: 'Spreadsheets, a sound check, a bus ride and a birthday: four interns on what the first week inside a working non-profit is really made of.',
    category: 'Internship',
    tags: ['internship', 'work', 'skills'],
    author: 'Adaeze Eze',
    status: 'published',
    daysAgo: 55,
    picture: object('c3', 'briefcase', 'leaf'),
    content: `<p>Our internship lasts three months. There is a real desk, a real supervisor and, at the end, a reference that says what you did and not just that you were punctual. We asked this term's four interns to write down their first week.</p>
<p><strong>Monday, Kunle:</strong> “I was given the attendance sheets of nine schools and asked what I saw. I saw that Fridays are empty. No one had seen that. They changed the day.”</p>
<p><strong>Tuesday, Blessing:</strong> “Sound check for Xpression. I learned that a microphone cable has a right way to be rolled, and that I had been doing it wrong all my life.”</p>
<p><strong>Wednesday, Hauwa:</strong> “A mentor's father died, so we cooked. No one said that cooking was not work.”</p>
<p><strong>Friday, Emeka:</strong> “I called eleven former NAVIGATE mentees to ask how they are. Nine picked up. One talked for an hour. I took four pages of notes and one very long walk.”</p>
<p>The next group starts in a few months. You do not need experience; you need to be able to say when you are stuck.</p>`,
  },
  {
    slug: 'champions-in-the-hostel',
    title: 'Champions in the hostel',
    excerpt:
      'Forty students gave up two weekends to learn how to start a hard conversation. Now there is at least one of them on every floor of three hostels.',
    category: 'Champions',
    tags: ['champions', 'campus', 'friends'],
    author: 'Tọ́pẹ́ Adéwálé',
    status: 'published',
    daysAgo: 67,
    picture: object('c4', 'shield', 'violet'),
    content: `<p>A Drug Prevention Champion is not a prefect. Champions do not report anyone for using drugs, and they do not search bags. They know some facts, they know four good sentences, and they know who to call. Mostly, they are there at eleven at night, when no office is open.</p>
<h2>Two weekends</h2>
<p>The first weekend is about listening. In pairs, for hours, until it stops being funny. The second is about facts and limits: what each substance does, what an emergency looks like, and where a Champion's job ends.</p>
<h2>One on every floor</h2>
<p>Forty students finished this time, and we placed them so that every floor of three hostels has at least one. There is a half sun on the door. Knock, or slide a note under it, or send a message; all three have happened in the first month.</p>
<blockquote><p>Somebody knocked and asked for sugar. We both knew that it was not about sugar.</p><p><cite>Champion on the third floor</cite></p></blockquote>
<p>The next training is before the new semester. If your hall would like Champions, ask your hall president to write to us.</p>`,
  },
  {
    slug: 'ile-ife-turns-five',
    title: 'Ilé-Ifẹ̀ turns five',
    excerpt: 'Our second hub began with four students and a borrowed bench. Five years on it has its own drums, its own jokes and a waiting list for mentors.',
    category: 'Hubs',
    tags: ['hubs', 'ile-ife', 'campus'],
    author: 'Amina Bello',
    status: 'published',
    daysAgo: 81,
    picture: place('s17', 'courtyard', 'leaf'),
    figure: { picture: object('f2', 'tree', 'clay'), caption: 'The bench, after its third coat of paint.' },
    content: `<p>The bench is still there. It has been painted three times and one leg is new, but it is the same bench on which four students sat five years ago and agreed to meet every Tuesday until somebody else came. Somebody else came in week three. She is a pharmacist now, and she gave the birthday speech.</p>
<h2>Five years in five lines</h2>
<ul><li>More than two hundred Tuesdays, with one missed for a strike and one for a football final.</li><li>Sixty-one students trained as mentors.</li><li>One drum circle that began as a joke and is now the best-attended hour of the week.</li><li>Three weddings, two of them to each other's cousins.</li><li>Not one meeting at which nobody came.</li></ul>
${FIGURE}
<p>A hub is not a building, and in Ilé-Ifẹ̀ it has never been one. It is an hour that people can count on. We would like a hundred of them.</p>`,
  },
  {
    slug: 'a-lesson-that-starts-with-football',
    title: 'A lesson that starts with football',
    excerpt:
      'What does the last minute of a lost match do to your head? A sports teacher from Ikorodu opens our school lessons, and ninety pupils lean forward.',
    category: 'Schools',
    tags: ['schools', 'sport', 'lessons'],
    author: 'Chidi Nwosu',
    status: 'published',
    daysAgo: 96,
    picture: object('c9', 'ball', 'clay'),
    content: `<p>He bounces the ball once, holds it, and asks: “Last minute. You are losing. Your whole street is watching. What happens in your body?” Ninety pupils know exactly what happens, and they all say it at the same time.</p>
<p>That is how Mr Balogun opens the lesson on stress. Heart, hands, stomach, the wish to be somewhere else: the list is on the board before anybody has heard the word <em>cortisol</em>. Only then comes the question that the lesson is about: what do people use to make that feeling stop, and what does it cost?</p>
<h2>Things that work before Friday</h2>
<p>The class then collects what helps and is free. Breathing out for longer than in. Walking around the block with one honest friend. Sleep. Music, loud. Saying “I am not fine” to someone who will not panic. They try three of them on the spot, which is why there is now a rule about singing after two o'clock.</p>
<p>The School Drug Sensitization team visits secondary schools from Lagos to Rivers State. A visit needs a hall, one 80-minute lesson, and an hour with the staff.</p>`,
  },
  {
    slug: 'exam-season-staying-steady',
    title: 'Exam season: staying steady',
    excerpt: 'Five small habits our mentors use when the hall is hot, the notes are long and someone offers something “to stay awake”.',
    category: 'Champions',
    tags: ['exams', 'sleep', 'mentors'],
    author: 'Adaeze Eze',
    status: 'draft',
    daysAgo: 1,
    picture: object('c10', 'cap', 'violet'),
    content: `<p>Every exam season our phones fill with the same message: <em>I cannot sleep and I cannot stop reading.</em> So we asked fourteen NAVIGATE mentors what really helped them.</p>
<h2>Sleep is revision</h2>
<p>Your brain files the day's reading at night. Six hours beats a flask of coffee, and it beats any tablet that a hostel friend has to sell.</p>
<blockquote><p>I passed the paper I slept before. I failed the one I stayed up for.</p></blockquote>
<h2>Revise with somebody</h2>
<p>Explain one page aloud to a friend who does not take your course. If you can make it make sense to them, you own it.</p>
<h2>Know your three people</h2>
<p>One who makes you laugh, one who makes you rest, one who tells you the truth. Write their names inside your locker today.</p>`,
  },
];
