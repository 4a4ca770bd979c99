import schoolProgram from '../artwork/school-program.svg';

export const SCHOOL_VISIT = {
  title: 'Book a School Visit',
  tagline: 'Facts, games and honest answers for your pupils',
  intro:
    'We visit secondary schools in Lagos, Osun and Rivers State. We also have something for primary schools and for other states: see the questions below. Two mentors visit your school and come back a month later. The visit is free, and we bring the workbooks. We need a hall, one 80-minute lesson, and an hour with your staff.',
  links: [
    { label: 'If a pupil needs help now: advice for teachers', to: '/help#teachers' },
    { label: 'What happens in the lesson', to: '/programs/school-program' },
  ],
  steps: [
    { title: 'Tell us about your school', text: 'This form takes five minutes.' },
    { title: 'Agree on a day', text: 'A coordinator will reply within a week.' },
    { title: 'Meet the teachers', text: 'We spend an hour with your staff before we meet the pupils.' },
  ],
  questions: {
    eyebrow: 'Before you ask',
    title: 'Questions from schools',
    list: [
      {
        title: 'What do pupils learn at each age?',
        text: 'Ages 10 to 12 (up to JSS 1): what medicine is for, who may give it, and who to tell. Ages 13 to 15 (JSS 2 to SSS 1): pressure, dares and how to say no. Ages 16 to 18 (SSS 2 and 3): what substances do, why mixing is dangerous, and how to help a friend. We do not show drugs or explain how to use them.',
      },
      {
        id: 'when',
        title: 'When can you come, and how far ahead must we book?',
        text: 'In term time, on a school day that suits you. Write to us at least three weeks ahead: we reply within a week, and the letter must reach parents a week before the visit.',
      },
      {
        title: 'Do you visit primary schools?',
        text: 'Not with this lesson. For Primary 4 to 6, we meet the teachers and the parents, and leave material for two lessons about medicines, feelings and safe adults. We can also email it to you to print. It is free. Ask for it in the message.',
      },
      {
        id: 'genuine',
        title: 'Is this person really on your team?',
        text: 'We never come without a booking, and never collect money from a school, a pupil or a parent. Not sure? Call {telephone} before you let anyone in. Has someone collected money? Keep the receipt, and tell the police and us.',
      },
      {
        id: 'change',
        title: 'Can we change or cancel the date?',
        text: 'Yes, at no cost. Call {telephone} or write to {email}, and give the name of the school and the date that you booked.',
      },
      {
        id: 'material',
        title: 'Do you have material, and can you help us start a club?',
        text: 'Yes. Write to {email}: we will send you lesson notes to print, and questions for the first meeting of a drug-free club. A club needs one teacher, a room once a week, and six pupils who want to join. We have no posters or handbills yet, but you can read our ebook in class.',
        more: { label: 'The ebook', to: '/ebook' },
      },
      {
        id: 'staff',
        title: 'Do you train teachers?',
        text: 'Yes: the hour with your staff is about the signs of drug use, what to say to a pupil, and where to turn for help. You can book it without a lesson for pupils, and we can hold it online. Tell us in the message.',
        more: { label: 'The signs, and what else it can be', to: '/help#parents' },
      },
      {
        id: 'registered',
        title: 'Are you registered, and can we ask a school that you have visited?',
        text: 'Yes, with the Corporate Affairs Commission. We do not publish the names of schools. Write to {email}: we can put you in touch with a head teacher near you whose school we have visited.',
        more: { label: 'Our registration and reports', to: '/impact#trust' },
      },
      { title: 'Who comes?', text: 'Two trained mentors, each with two references. A coordinator is your contact before and after the visit.' },
      {
        title: 'Does a teacher stay in the room?',
        text: 'Yes, for the whole visit. While pupils ask their questions, the teacher sits at the back and takes no notes. Our mentors are never alone with a pupil out of sight of others.',
      },
      { title: 'What does it cost?', text: 'Nothing. You do not pay a fee or transport costs, and you do not need to give us gifts. We bring the workbooks.' },
      {
        title: 'What does the school need to prepare?',
        text: 'A hall, one 80-minute lesson, an hour with your staff, a letter to the parents a week before (we send you a draft), and one named adult to whom pupils can go afterwards.',
      },
      {
        title: 'Do parents have to sign, and do you take photos?',
        text: 'The school decides whether parents sign; our letter tells them what the lesson is about. If you are a parent and do not agree, tell the school, and your child will do other work. Questions from parents are welcome: {email}. We take photos only with the written consent of the pupil and a parent, and the visit can go ahead without them.',
      },
      {
        title: 'What if a pupil tells you that they are in danger?',
        text: 'We tell the pupil which people have to know, and inform them on the same day, together with your named adult. If the danger comes from an adult at the school, we go to the authorities.',
      },
      {
        title: 'Where do you visit schools?',
        text: 'In Lagos, Osun and Rivers State. If your school is elsewhere, write to {email}: we can meet your staff online, and help corpers (NYSC) with notes for their own talk.',
      },
      {
        title: 'Do you also speak to PTAs, churches and mosques?',
        text: 'Yes. These talks are free, in the same states, and can be at weekends. Write to {email} or call {telephone}: the form is only for lessons at schools.',
      },
    ],
  },
  image: schoolProgram,
  imageAlt: 'Illustration: two pupils in front of a board with a sun',
  formTitle: 'Tell Us About Your School',
  submit: 'Send request',
  success: 'Thank you for your request! We will get back to you soon.',
  failure: 'There was an error sending your request. Please try again.',
  queued: 'You are offline. Your request is saved on this device. It will be sent once you are back online with this site open, or on your next visit.',
} as const;
