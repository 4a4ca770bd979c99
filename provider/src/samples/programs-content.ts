import { object } from './sample-artwork.ts';
import type { SampleProgram } from './sample-types.ts';

/** Sample programs. Their slugs match the links on the site's pages. */
export const SAMPLE_PROGRAMS: readonly SampleProgram[] = [
  {
    slug: 'navigate',
    title: 'NAVIGATE',
    picture: object('c1', 'compass', 'indigo'),
    duration: 'Eight weeks, two calls a week',
    ages: '18 to 25',
    cost: 'Free; we send the data bundle',
    nextStart: 'Second Monday of January, May and September',
    content: `<p>NAVIGATE is an eight-week online mentorship program. It pairs each young adult with someone who has walked the same road, and keeps them both talking.</p>
<h2>The eight weeks</h2>
<ol><li><strong>Bearings:</strong> where you are, honestly, with no marks out of ten.</li><li><strong>Wants:</strong> one thing that you would like to be different, small enough to start.</li><li><strong>Pressure:</strong> who and what pulls at you, and what you get from it.</li><li><strong>Facts:</strong> what substances do, what they cost, and what is only a story.</li><li><strong>People:</strong> the three you can count on, and how to ask them for help.</li><li><strong>Slips:</strong> what to do the day after a bad day.</li><li><strong>Work:</strong> a skill, a course or a first job, and the next step towards it.</li><li><strong>Landing:</strong> what you keep, what you leave, and who you call.</li></ol>
<h2>What it asks of you</h2>
<p>Two calls of half an hour each week, by phone or over data; we send the bundle. It is free. More than 1000 young adults across Africa have taken part, and many of them now mentor somebody else.</p>
<h2>Who can join</h2>
<p>Anyone between 18 and 25. You do not need to have a problem, or to have solved one.</p>`,
  },
  {
    slug: 'enable',
    title: 'Project Enable',
    picture: object('c2', 'bridge', 'lagoon'),
    duration: 'Up to one year, at your pace',
    ages: '16 to 30',
    cost: 'Free',
    nextStart: 'Any day: write to us',
    content: `<p>Project Enable is a bridge back to school, training or work for young people who use drugs and want a different path.</p>
<h2>How it works</h2>
<ul><li>We meet where you are, and where you feel safe.</li><li>Together we choose one place to go back to: a class, a workshop, a first shift.</li><li>We talk with the school or the employer, once or ten times, until the door is open.</li><li>One adult walks beside you for a year and notices when you are not there.</li></ul>
<h2>What we do not do</h2>
<p>We do not ask for a clean test first. We do not tell your story to anyone without you. If you need a clinic, we find one that treats people as people, and go with you.</p>
<h2>Who can join</h2>
<p>Anyone between 16 and 30. People of every faith and none are welcome. Under 18, a parent or guardian has to agree; if that is not safe for you, call us first. Under 16? <a href="/help#school">Call us</a>, and we look for another way together.</p>
<aside data-box="help"></aside>
<blockquote><p>They did not ask me to promise. They asked me what time the bus leaves.</p></blockquote>`,
  },
  {
    slug: 'internship',
    title: 'Internship Program',
    picture: object('c3', 'briefcase', 'leaf'),
    duration: 'Three months',
    ages: '18 and older',
    cost: 'Free; transport and lunch provided',
    nextStart: 'January, May and September',
    applyBy: 'volunteer-form',
    content: `<p>Three months inside a working non-profit: real tasks, a real supervisor, a reference at the end.</p>
<h2>Where you can work</h2>
<ul><li><strong>Schools:</strong> plan visits, keep the question boxes, count what changes.</li><li><strong>Stories:</strong> write, film and edit with the people that the story is about.</li><li><strong>Events:</strong> sound, light, chairs, permits and the thousand things between them.</li><li><strong>Office:</strong> money, lists and letters, done so that others can do their part.</li></ul>
<h2>What you get</h2>
<p>Transport and lunch, one long conversation with your supervisor every week, and a reference that says what you did.</p>
<h2>When</h2>
<p>Three times a year, four places each time. Experience is welcome but not required.</p>`,
  },
  {
    slug: 'champions',
    title: 'Drug Prevention Champions',
    picture: object('c4', 'shield', 'violet'),
    duration: 'Two weekends',
    ages: 'Campus students',
    cost: 'Free',
    nextStart: 'When your campus asks for it',
    content: `<p>Champions are students who are trained to start the conversation in their own hostels, clubs and group chats. They do not report anyone for using drugs. They listen, they know the facts, and they know who to call.</p>
<h2>The training</h2>
<p>Two weekends. The first is about listening, the second about facts, emergencies and limits. Afterwards every Champion has a partner and a mentor, because helpers need help too.</p>
<h2>What a Champion does</h2>
<ul><li>Is available when no office is open.</li><li>Asks plainly and waits for the answer.</li><li>Shares what is true about substances, without drama.</li><li>Brings in someone older as soon as there is danger.</li></ul>
<p>Each campus training is free. Halls, clubs and faculties can ask for one.</p>`,
  },
  {
    slug: 'school-program',
    title: 'School Drug Sensitization',
    picture: object('c5', 'board', 'clay'),
    duration: 'One 80-minute lesson and a follow-up visit a month later',
    ages: 'Secondary school',
    cost: 'Free for the school',
    nextStart: 'In term time, on a day that suits you',
    applyBy: 'school-visit-form',
    relatedTag: 'questions',
    content: `<p>Lively visits to secondary schools, with facts, games and a box for questions that no one dares to ask. We have reached more than 4000 pupils so far.</p>
<h2>A visit</h2>
<ol><li>A week before, the question box arrives.</li><li>On the day, one 80-minute lesson for up to a hundred pupils, led by two mentors and a teacher of the school.</li><li>In the last ten minutes pupils ask what they like. The teacher sits at the back and takes no notes.</li><li>A month later we come back with the answers we still owe.</li></ol>
<h2>For teachers</h2>
<p>We speak English, Yoruba, Igbo and Hausa, because pupils (<em lang="ha">ɗalibai</em>, <em lang="yo">akẹ́kọ̀ọ́</em>) ask differently in the language of their home. Before the visit we spend an hour with the staff: what to listen for, what to say, and where to turn in Lagos, Osun and Rivers State.</p>
<p>The visit is free. We need a hall, one 80-minute lesson, and an hour with your staff. <a href="/school-visit">Write to us</a> with the name of your school and a month that suits you.</p>`,
  },
  {
    slug: 'xpression',
    title: 'Xpression',
    picture: object('c6', 'mic', 'zobo'),
    duration: 'One evening, after two afternoons of workshops',
    ages: '15 to 30',
    cost: 'Free, and so is the food',
    nextStart: 'See our events for the next night',
    content: `<p>Poetry, film and music nights where young people say it in their own voice. There is no theme and no jury. There are five minutes, a light, and a room that listens.</p>
<h2>How a night goes</h2>
<ul><li>You write your name on the wall, or a name that you like better.</li><li>Everyone gets five minutes. No one is introduced by their diagnosis.</li><li>Nothing is filmed without a yes, and a yes can be taken back.</li><li>Mentors are in the room, with a quiet corner for afterwards.</li></ul>
<h2>Workshops</h2>
<p>Before every night there are two afternoons with a poet, a filmmaker or a producer. They are free, and so is the food.</p>
<h2>Who can come</h2>
<p>Anyone between 15 and 30. People of every faith and none are welcome. Under 18, a parent or guardian has to agree before you come.</p>`,
  },
];
