import type { SiteConfig } from '@site/shared/contracts/site';
import { EMERGENCY_SITUATION, NO_ANSWER } from '@site/shared/domain/emergency';
import { whatsAppHref } from '@site/shared/domain/whatsapp-href';
import type { HelpPartId } from './help-parts.ts';

/**
 * Texts may contain `{emergency}`, `{helpline}`, `{telephone}`, `{email}` and `{hubs}`, which are replaced with the site's values. Links may contain
 * `{whatsApp}`.
 */
interface HelpText {
  readonly title?: string;
  readonly paragraphs?: readonly string[];
  readonly steps?: readonly string[];
  readonly list?: readonly string[];
  readonly terms?: ReadonlyArray<{ readonly term: string; readonly text: string }>;
  readonly links?: ReadonlyArray<{ readonly label: string; readonly to: string }>;
}

export interface HelpPartTexts {
  readonly label: string;
  readonly isUrgent?: boolean;
  readonly texts: readonly HelpText[];
}

export const HELP_TITLE = 'Get Help';
export const HELP_LEAD = 'Call now, or choose a topic below.';
export const HELP_REVIEW_NOTE = 'Sample text. A doctor, a lawyer and a child-protection specialist must review it before this site goes live.';

/** First lines of every part about helping someone else. Any advice to wait must come after them. */
const EMERGENCY_TEXT: HelpText = {
  paragraphs: [
    `If ${EMERGENCY_SITUATION}, call {emergency} now. ${NO_ANSWER}`,
    'If they have taken many tablets or a pesticide such as “Sniper”, do not wait, even if they feel well now.',
  ],
  links: [{ label: 'The signs: cannot be woken, slow breathing, blue lips, foam, a fit', to: '/help#too-much' }],
};

export const HELP_TEXTS: Readonly<Record<HelpPartId, HelpPartTexts>> = {
  'too-much': {
    label: 'Took too much',
    isUrgent: true,
    texts: [
      {
        title: 'Call {emergency} now if someone',
        list: [
          'cannot be woken, or is so drowsy that they fall asleep while you talk to them',
          'cannot breathe well, breathes slowly, or makes snoring or gurgling sounds',
          'has blue or grey lips',
          'foams at the mouth or has a fit',
          'is very confused, or hears or sees things that are not there',
          'has swallowed a pesticide such as “Sniper”, petrol, bleach or battery acid',
          'has taken many tablets at once, even if they feel well now',
        ],
      },
      {
        title: 'What to do first',
        steps: [
          'Look around: are you safe? If there are fumes, get out into fresh air.',
          'Call {emergency}. Say what you see and where you are. If nobody answers, do not wait: go to the nearest hospital with an emergency department.',
          'If they are breathing but do not wake up, lay them on their side with their mouth towards the floor.',
          'If they are not breathing, tell the person on the phone at once and do what they say. No answer? Push hard and fast on the middle of the chest, two times a second, until they breathe or help comes.',
          'Stay with them if you are safe, and watch their breathing until help comes.',
          'Take the container, packet or bottle with you. Say what they took, how much and when. Health workers need this to choose the right treatment.',
        ],
      },
      {
        title: 'You are somewhere else, or in another country',
        paragraphs: [
          'A call to {emergency} reaches the services where you are, not where they are. Call someone who is near them, and ask that person to call {emergency} or take them to a hospital. If there is a second phone, stay in contact and read out these steps.',
        ],
      },
      {
        title: 'What not to do',
        list: [
          'Do not make them vomit.',
          'Do not give them milk, palm oil, salt water or anything else to eat or drink.',
          'Do not put anything into their mouth during a fit, and do not hold them down.',
          'Do not leave them alone to sleep it off.',
        ],
      },
      {
        title: 'Many tablets, or a pesticide',
        paragraphs: [
          'Go to a hospital now, even if you feel well. Some poisons harm you for hours or days before you feel anything.',
          'If a pesticide is on skin or clothes, take the clothes off and wash the skin with a lot of water. Cover your own hands.',
        ],
      },
    ],
  },
  'wants-to-die': {
    label: 'Wanting to die',
    isUrgent: true,
    texts: [
      {
        title: 'Is it you?',
        paragraphs: [
          'We are glad that you are reading this. You do not have to explain anything. You only have to get through the next few minutes, and you do not have to do it alone.',
        ],
        steps: [
          'If you have already taken something, call {emergency} or go to a hospital now, even if you feel well.',
          'Call {helpline}, or {emergency} if you could hurt yourself now.',
          'Find someone and say: “I am not safe on my own tonight.” You do not need to say more.',
          'Move away from anything that you could use to hurt yourself. Go to another room, or ask someone to lock those things away.',
        ],
      },
      { paragraphs: ['Feelings as strong as this come in waves, and each wave passes. You do not have to decide anything tonight.'] },
      {
        title: 'Is it someone else?',
        steps: [
          'Ask directly: “Are you thinking of killing yourself?” The question does not give them the idea. It shows that they can talk to you.',
          'Do they beg you not to tell? Say: “I must bring in someone who can help, and I will tell you first.” At a school, tell the adult in charge of such cases today. Tell the parents too, unless the danger is at home.',
          'Listen. Do not argue or preach.',
          'If you are safe with them, do not leave them alone.',
          'Remove tablets, pesticides and weapons, if you can do it safely.',
          'Call {emergency}, or {helpline} if there is no danger right now. Call together if you can.',
        ],
      },
      {
        paragraphs: [
          'If you are far away, keep them on the phone. Ask someone nearby to go to them.',
          'If they have a weapon or threaten you, keep away and call {emergency}.',
        ],
        links: [
          { label: 'Have you lost someone? It is not your fault', to: '/help#grief' },
          { label: 'For teachers and heads of schools', to: '/help#teachers' },
        ],
      },
    ],
  },
  'not-safe': {
    label: 'Not safe',
    isUrgent: true,
    texts: [
      {
        paragraphs: ['It is not your fault, whatever you did, took or wore. Nobody has the right to hurt you or to touch you in a way that you do not want.'],
        steps: [
          'Get to a safe place first, with other people around: a neighbour’s home, a shop, a church or mosque, a school, a health centre.',
          'Call {emergency} if you are in danger now.',
          'Tell an adult whom you trust. If that person does nothing, tell someone else, or call {helpline}. You do not have to give your name.',
        ],
      },
      {
        title: 'Someone from our team, a teacher, a pastor or a relative',
        paragraphs: ['Abuse by someone you know is just as serious, and we will believe you. If the person works for us, tell someone who does not.'],
        links: [{ label: 'Concerns about our team: whom to tell', to: '/safeguarding' }],
      },
      {
        title: 'A weapon at home, or a person in a rage',
        list: [
          'Do not argue, and do not try to take the weapon away.',
          'Keep the path to the door clear, so that you and they can get out.',
          'Leave, and take any children with you if you can do it safely. Call {emergency} from outside.',
        ],
      },
      {
        title: 'Someone put something in your drink, or you cannot remember the night',
        paragraphs: [
          'It is not your fault. Very sleepy, or hard to wake? Someone must call {emergency}. If not, go to a hospital today, even if you are not sure what happened. If you can, go before you pass urine: a test can show what was in the drink for a short time only. Take someone with you. You can call {helpline} first.',
        ],
      },
      {
        title: 'Someone touched you or forced you to have sex',
        paragraphs: [
          'Go to a hospital as soon as you can, if possible within three days. There are medicines that can prevent HIV and pregnancy, and they work best early. Keep the clothes that you were wearing. You can ask for medical care before you decide whether to go to the police.',
        ],
      },
      {
        title: 'Nude pictures of you, blackmail, sextortion',
        steps: [
          'It is not your fault. Do not pay, and do not send more pictures. If you pay once, they will ask again.',
          'Keep proof. Take screenshots of the messages and of the account, but not of the pictures, and do not delete the chat.',
          'Then block them, and report the account in the app.',
          'Tell an adult whom you trust, or call {helpline}. If you are thinking about dying, call {emergency}.',
        ],
      },
      {
        title: 'If someone watches your phone',
        paragraphs: [
          'Open “Need to talk?” and press “Exit this page”. The page disappears at once, and “Back” does not show it again. Your visit may stay in your browser history, and a call to a helpline in your call log. You can delete both.',
        ],
      },
      {
        links: [{ label: 'A missed period, or you may be pregnant', to: '/help#private' }],
      },
    ],
  },
  stop: {
    label: 'I want to stop',
    texts: [
      {
        title: 'Do not stop overnight',
        paragraphs: [
          'Do you drink every day, or take tramadol, codeine or tranquillisers such as diazepam or Rohypnol? Do not stop suddenly without a health worker. Stopping suddenly can cause fits and can be dangerous. A health worker can lower the amount step by step.',
          'If you use Colorado or black mamba every day, do not stop on your own. Stopping without help can cause fits, a racing heart or panic.',
          'Call {emergency} if someone who has stopped has a fit, is confused or sees things that are not there.',
        ],
      },
      {
        title: 'First steps',
        steps: [
          'Tell one person whom you trust, or call {helpline}.',
          'For a few days, write down when you use, how much, and what happened just before.',
          'Go to a health centre or hospital, and say what you take and how much. Ask how to stop safely.',
          'For cigarettes, shisha or loud, choose one change for this week: stay away from one place, use less, or go a day without. Do not do this with tramadol, codeine, alcohol or tranquillisers: with these, change nothing until a health worker tells you how.',
          'When the urge is strong, wait for 20 minutes. Drink water, go for a walk or call someone. The urge will get weaker.',
        ],
      },
      {
        title: 'What to expect',
        paragraphs: [
          'When people stop using cannabis, cigarettes or ice, they often sleep badly and feel low or angry for days or weeks. That passes. If you begin to think about dying, call {helpline} or {emergency}.',
          'After a break from a drug, your body can handle less of it. The amount that you used to take may now be too much.',
        ],
      },
      {
        title: 'One slip is not the end',
        paragraphs: ['Many people need more than one try. A slip shows you what was hard. Talk about it the next day, and carry on with your plan.'],
      },
      {
        title: 'Who can go with you',
        paragraphs: [
          'Our hubs are here: {hubs}. If you live near a hub, we can help you to find a clinic and go with you. If you live elsewhere, call {helpline}, and we will help you to find a clinic by phone.',
        ],
      },
      {
        title: 'What treatment costs',
        paragraphs: [
          'Our programs are free, and we do not charge for going to a clinic with you. A clinic or a hospital sets its own prices, and we cannot promise a price. Ask for the price before you agree: “How much does it cost in total?” In an emergency, go first.',
          'If you have no money, start at a government hospital or health centre. Ask for the social worker, and ask if you can pay in instalments. Call {telephone} before you pay a private centre.',
        ],
        links: [
          { label: 'Project Enable: back to school, training or work', to: '/programs/enable' },
          { label: 'NAVIGATE: eight weeks with a mentor', to: '/programs/navigate' },
        ],
      },
    ],
  },
  pressure: {
    label: 'Pressure to try',
    texts: [
      {
        title: 'You can say no without a reason',
        list: ['“No, I am good.”', '“Not for me.”', '“I have a match tomorrow.”', '“My mother smells everything.”', '“I like you. I do not like that stuff.”'],
      },
      {
        paragraphs: [
          'Say no once, and then change the subject or leave. Saying no is easier with a friend who says no too.',
          'They may laugh or leave you out for a while. Most people stop when they see that you are serious. Some of them may want to say no too. Do you want to talk to us? Call {helpline}.',
          'Agree on a code word with someone at home. When you text the code word, they call you and say that you must come home.',
        ],
      },
      {
        title: 'Dares',
        paragraphs: [
          'A dare only tests how far others can push you. Do not swallow, sniff or smoke anything that you do not know, and watch your own drink. If it has gone wrong already, tell someone at once. You will not be in as much trouble as you think.',
        ],
      },
      {
        title: 'You have already tried it',
        paragraphs: ['Trying a drug does not make you a bad person. You do not have to do it again.'],
        links: [
          { label: 'They threaten me, or a group wants me to join', to: '/help#not-safe' },
          { label: 'I want to stop', to: '/help#stop' },
        ],
      },
    ],
  },
  friend: {
    label: 'A friend or sibling',
    texts: [
      EMERGENCY_TEXT,
      {
        title: 'How to begin',
        steps: [
          'Choose a quiet moment, when they are sober and no one else is there.',
          'Say what you saw: “You have missed school twice, and I miss you.” Do not call them names.',
          'Listen. Ask: “Do you want advice, or do you want company?”',
          'Offer to call {helpline} together, or to go with them to a health centre or a teacher.',
          'Ask again in a few days, even if they said no.',
        ],
      },
      {
        title: 'What you should not carry alone',
        paragraphs: [
          'If your friend is in danger, tell an adult too. That is not betrayal: a friend who is angry with you is still alive.',
          'Does someone at home fly into a rage, steal or bring home people who frighten you? First make sure that you are safe. Then tell an adult whom you trust.',
          'Stopping suddenly can cause fits. If someone drinks every day, or takes tramadol, codeine or tranquillisers, a health worker has to lower the amount step by step.',
          'You cannot make anyone stop, and it is not your fault if they do not. You can call {helpline} for yourself.',
        ],
        links: [
          { label: 'How to stop safely', to: '/help#stop' },
          { label: 'Articles about friends', to: '/search?q=friends&kind=post' },
        ],
      },
    ],
  },
  parents: {
    label: 'For parents',
    isUrgent: true,
    texts: [
      EMERGENCY_TEXT,
      { paragraphs: ['The advice below is for a child who is awake and well, and has not swallowed anything dangerous.'] },
      {
        title: 'My child smokes, drinks or uses drugs',
        steps: [
          'If your child is well, a talk about smoking or a packet that you found can wait until tomorrow, when you are calm and your child is sober.',
          'Say what you saw and what you feel: “I smelled smoke, and I am worried.”',
          'Say: “Help me to understand.” Then listen until your child has finished.',
          'Agree on one small next step, and on a day to talk again.',
          'Does your child drink every day, or take codeine syrup, tramadol or sleeping tablets? Do not make your child stop in one day, and do not lock them in. Stopping suddenly can cause fits. Go to a health centre together.',
        ],
        links: [{ label: 'How to stop safely, and what treatment costs', to: '/help#stop' }],
      },
      {
        title: 'Is it my fault, and can my child stop?',
        paragraphs: [
          'It is not your fault. Drugs reach children in loving homes and in unhappy ones. Most young people who try something do not keep using it. Many who use every day do stop: with treatment, with people who stand by them, and often after more than one try.',
          'What helps most is that your child can talk to you.',
        ],
      },
      {
        title: 'Where to get treatment, what it costs, and who can talk to my child',
        paragraphs: [
          'We do not provide treatment. We listen to you and your child, and help you to find a clinic. If you live near one of our hubs, we go with you. This is free: call {helpline}.',
          'Start at a government hospital, a health centre or a teaching hospital, and ask for the unit that treats drug use or mental health. Ask for the price before you agree. If you have no money, ask for the social worker, and ask if you can pay in instalments.',
        ],
        links: [{ label: 'How treatment works, and what it costs', to: '/help#stop' }],
      },
      {
        title: 'My child hears voices, sees things or is violent',
        paragraphs: [
          'This can be an illness that a hospital treats. It is not a curse, and you are not to blame. Go to a hospital today, and stay with your child if you are safe. Does your child threaten you or have a weapon? Keep the path to the door clear, go out and call {emergency}. Do not chain, tie or lock up your child.',
        ],
      },
      {
        title: 'Signs that a child takes drugs, and what else it can be',
        list: [
          'Red eyes, or very small or very wide pupils',
          'A new smell, or burns on fingers and lips',
          'Missing money, tablets or syrup',
          'A sudden change in sleep, school marks, mood or friends',
        ],
      },
      {
        paragraphs: ['No single sign is proof: grief, bullying, abuse, an illness or growing up can look the same. Ask what is wrong before you accuse.'],
      },
      {
        title: 'I found tablets or a packet',
        paragraphs: [
          'Are tablets missing, and could your child have swallowed them? Call {emergency} or go to a hospital now.',
          'Is it a medicine in its packet, or are there loose tablets? Keep them out of the reach of children. Do not taste them, do not flush them away, and do not throw them at your child. A pharmacist or a health worker can tell you what they are, often from what is printed on them.',
          'Is it ice, weed or a powder? It is against the law to keep it or carry it. Do not take it through town. Call {helpline} first: we will not report you. This is a sample answer. A lawyer must review it.',
          'Dry green or brown leaves with rolling papers are often cannabis. Clear or white pieces like broken glass, with foil or a burnt pipe, can be ice. You cannot be sure just by looking.',
          'Ask your child calmly: “I found this. What is it?”',
        ],
        links: [{ label: 'What drugs do, and their street names', to: '/help#substances' }],
      },
      {
        title: 'My child steals from me',
        paragraphs: [
          'It is not your fault, and you are not the only parent who goes through this. Lock away money, cards and tablets. Do not pay debts to a dealer. When your child is sober, say one clear sentence: “Money is missing, and I know that you took it. I want to help you to stop.” Then call {helpline} together or alone. Does your child threaten you? Go out and call {emergency}.',
        ],
      },
      {
        title: 'My child was caught',
        paragraphs: [
          'Go there yourself, and listen to your child and to the school or the police before you decide anything. Ask for the name of the person in charge, and ask what happens next and when. If the police are involved, ask where your child is being held, and ask for a lawyer.',
        ],
        links: [{ label: 'When the school suspends or expels', to: '/help#school' }],
      },
      {
        title: 'The police or NDLEA are holding my child',
        paragraphs: [
          'Go there with another adult and an identity card. Say how old your child is, and that you want to be present when your child is questioned. Your child should not sign anything alone. Ask what your child is accused of, and when a court will hear the case. Ask about bail, and pay nothing without a receipt. If you have no money for a lawyer, ask for the Legal Aid Council. Call us too, on {telephone}. This is a sample answer. A lawyer must review it.',
        ],
      },
      {
        title: 'I live abroad, or my child lives with relatives',
        paragraphs: [
          'Call {telephone}, or write to us there on WhatsApp: a free number does not work from another country. We can talk with you, with your child and with the person who looks after your child. If there is danger, that person must call {emergency}.',
        ],
      },
      {
        title: 'I want to beat my child, or send my child away',
        paragraphs: [
          'Many parents feel like that. Beating teaches children to hide it better, and a child who is sent away loses the people who would notice danger. Leave the room, breathe, and call {helpline}. When you are calm, set one clear rule that you can keep.',
        ],
      },
      {
        title: 'An adult son or daughter refuses treatment',
        paragraphs: [
          'Force does not last: many people start again once they are out. Never agree to chains. Say what you see, offer one visit to a health worker together, and offer it again. You may refuse money and set rules for your home. If they or you are in danger, call {emergency}.',
        ],
      },
      {
        title: 'How to talk with a child about drugs, before anything happens',
        paragraphs: [
          'Start early, in short talks, on the road or while you cook. Ask what your child has seen and heard, and listen. Say what is true, without fear. Promise: “If you are in trouble, call me. I will come, and I will not shout.” Children copy what you do with alcohol and tablets.',
        ],
      },
      {
        title: 'Prayer, deliverance and camps',
        paragraphs: [
          'Faith and the people who share it can support your child, together with a health worker. Never agree to chains, beating, hunger or locked rooms, and do not let anyone stop your child’s medicine. If someone is being held like that, call {emergency}.',
        ],
      },
      {
        title: 'And you',
        paragraphs: [
          'You need someone to talk to as well. {helpline} is for parents too, and you do not have to give your name. You can ask for a woman or a man. Wherever you live in Nigeria, we will help you to find a clinic by phone. Our hubs are here: {hubs}.',
        ],
        links: [
          { label: 'Will the police or NDLEA arrest us if we call or go to hospital?', to: '/help#private' },
          { label: 'Articles for parents', to: '/search?q=parents&kind=post' },
          { label: 'Evenings for parents, among our events', to: '/events' },
        ],
      },
    ],
  },
  school: {
    label: 'At school',
    texts: [
      EMERGENCY_TEXT,
      {
        title: 'You left school, or were sent away',
        paragraphs: [
          'You can come back, or learn something else. Project Enable is for ages 16 to 30. It supports you on the way back to school, to a workshop or to a first job. Under 16? Call us on {telephone}: we will look for a solution with you and an adult whom you trust.',
        ],
      },
      {
        title: 'School fees',
        paragraphs: [
          'We do not pay school fees. Ask the head of the school if you can pay in instalments, and ask about scholarships. If you are in Project Enable, we will go to the school with you.',
        ],
      },
      {
        title: 'You were caught',
        steps: [
          'Tell an adult at home before the school does. This is the hardest thing to say, and it helps the most.',
          'Say what is true. You do not have to name others.',
          'Ask for the name of one person at the school to talk to. Ask what happens next, and when.',
        ],
      },
      {
        title: 'A drug test or a search',
        paragraphs: [
          'Ask what is tested and who sees the result. Ask for a parent or guardian to be with you. Say beforehand which medicines you take: some of them change the result. A single test can be wrong, so ask for a second one in a laboratory before anyone decides.',
        ],
      },
      {
        title: 'Suspended, or told to leave for good',
        steps: [
          'Ask for the decision and its reasons in writing. Ask to be heard, with a parent or guardian, before it is final.',
          'Ask who can change the decision: the head teacher, the school board, or the ministry of education in your state.',
          'Ask for school work to do at home, so that you do not fall behind.',
          'Call us on {telephone}. We can talk with the school, if you and a parent agree.',
        ],
      },
      {
        title: 'In a boarding house at night',
        paragraphs: [
          'If someone cannot be woken, breathes badly or has taken something, wake the house parent, the nurse or a teacher now. Call {emergency} yourself if you can. Do not wait until morning, and do not leave them alone. Say what it was: nobody can help without knowing.',
        ],
      },
      {
        title: 'Someone sells drugs at school or at the gate',
        paragraphs: [
          'Do not buy, carry or keep anything for them, and do not follow or film them. Tell the head, or a teacher whom you trust, what you saw, where and when. Ask them to keep your name out of it. Do they threaten you? Call {emergency}.',
          'Are you a parent or a neighbour? Tell the head in writing. If nothing happens, you may report it to the police or to NDLEA yourself. You can talk it through with us first: {telephone}.',
        ],
        links: [
          { label: 'They threaten me, or a group wants me to join', to: '/help#not-safe' },
          { label: 'Someone says that he is from the police or NDLEA, and wants money', to: '/help#private' },
        ],
      },
      {
        title: 'You want to talk to someone at school',
        paragraphs: ['Choose a teacher, a counsellor or a nurse, and ask first: “Who will you tell?” If the first person does not help, ask someone else.'],
      },
      {
        links: [
          { label: 'For teachers and heads of schools', to: '/help#teachers' },
          { label: 'Project Enable', to: '/programs/enable' },
        ],
      },
    ],
  },
  teachers: {
    label: 'For teachers',
    isUrgent: true,
    texts: [
      EMERGENCY_TEXT,
      {
        title: 'A pupil has taken something or collapsed',
        steps: [
          'Call {emergency}, and send someone for another adult. If you are safe, do not leave the pupil alone.',
          'If the pupil cannot be woken or is having a fit, do not move them unless the place is dangerous. Send the other pupils out. If they are breathing, lay them on their side.',
          'If the pupil is awake and can walk, go to a quiet room together, with a second adult. Do not shame or search the pupil in front of others.',
          'Ask what they took, how much and when. Keep the packet.',
          'Call a parent or guardian, unless the danger is at home: then call us on {telephone}.',
        ],
        links: [{ label: 'What to do first, and what not to do', to: '/help#too-much' }],
      },
      {
        title: 'A pupil uses drugs, and is well today',
        steps: [
          'Talk with the pupil alone but in sight of others, when both of you are calm: “I have noticed that you fall asleep in class. How are you?”',
          'Listen until the pupil has finished. Do not ask for the names of others.',
          'Do not tell them to stop suddenly. If they drink every day, or take tramadol, codeine or tranquillisers, stopping suddenly can cause fits. A health worker has to lower the amount step by step.',
          'Agree on one next step and on a day to talk again. Not sure? Call us on {telephone}, without giving the pupil’s name.',
        ],
      },
      {
        title: 'A pupil tells you a secret',
        paragraphs: [
          'Do not promise to keep everything secret. Say: “I will not tell everyone. If you are in danger, I must bring in someone who can help, and I will tell you first.” Then tell the adult in charge of such cases at your school. Tell the parents too, unless the danger is at home. Nobody else needs to know.',
        ],
      },
      {
        title: 'Drugs were found at the school',
        paragraphs: [
          'First ask whether the pupil has taken any drugs. If the pupil is not well, call {emergency} or go to the nearest hospital.',
          'Two adults take the drugs, write down what was found, where and when, and lock the drugs away. Do not taste, test or throw them away. Listen to the pupil, with a parent or guardian present, before anyone decides. Ask a lawyer or your ministry of education if you must tell the police or NDLEA. Ask them too before you search bags or lockers.',
          'In a boarding house at night, do not let the pupil sleep alone, and have a second adult check on them. Call the head and the parents. Do not send any pupil home before morning, but if one is not well, take them to a hospital at any hour.',
        ],
      },
      {
        title: 'Someone sells drugs to your pupils',
        paragraphs: [
          'Do not confront or follow them, and keep pupils away. Write down what was seen, when and where. The head reports it to the police or to NDLEA, and can ask for names to be kept out of it. If you are in danger, call {emergency}. You can talk it through with us first: {telephone}.',
        ],
      },
      {
        title: 'Drug tests for pupils',
        paragraphs: [
          'Ask a lawyer or your ministry of education first, and ask every parent for written consent. A quick test can be wrong, so do not decide anything on that test alone. It does not tell you why a pupil takes something. Pupils who fear a test do not ask for help.',
        ],
      },
      {
        title: 'What a school can do besides suspension',
        list: [
          'One named adult who meets the pupil every week',
          'A talk with the pupil and the family about the causes',
          'A written plan: what the pupil will do, what the school will do, and a date to look at it again',
          'A health worker or a counsellor, where there are signs that the pupil cannot stop',
        ],
      },
      {
        title: 'A pupil has died',
        steps: [
          'Ask the family what you may say.',
          'Tell each class in person. Keep it short and true: “She has died. We do not know everything.” Do not say how, and do not guess about drugs.',
          'Tell pupils who they can talk to, today and next week. Let them cry, stay quiet or leave the room with an adult.',
          'Look after close friends, and pupils who were already at risk. Does one of them talk about dying? Ask directly, and do not leave them alone.',
          'Call us on {telephone}: we can speak with your staff.',
        ],
        links: [
          { label: 'When someone wants to die', to: '/help#wants-to-die' },
          { label: 'Book a school visit', to: '/school-visit' },
        ],
      },
    ],
  },
  grief: {
    label: 'A death',
    texts: [
      {
        paragraphs: [
          'We are sorry. It is not your fault, whatever you said or did not see. The person you lost was far more than their drug use, and you may say their name.',
          'Is someone not waking up? Even if you are not sure, call {emergency} now.',
        ],
      },
      {
        title: 'In the first days and weeks',
        list: [
          'Do not go through this alone. Call {helpline}: the line is for grief too, and you do not have to give your name.',
          'Anger, guilt, feeling nothing and sleeping badly are all part of grief. There is no right way to grieve, and no set time for grief to end.',
          'Eat, drink water and sleep when you can. Alcohol and tablets make grief harder.',
          'Nobody has a right to know how it happened. You can say: “I do not want to talk about that.”',
        ],
      },
      {
        title: 'Are you thinking about ending your life?',
        paragraphs: ['Tell someone today, and call {helpline}, or {emergency} if you could hurt yourself.'],
        links: [
          { label: 'When you or someone else wants to die', to: '/help#wants-to-die' },
          { label: 'A death at your school: for teachers', to: '/help#teachers' },
        ],
      },
    ],
  },
  substances: {
    label: 'What drugs do',
    texts: [
      { paragraphs: ['Street names differ between towns, and do not tell you what is really in a drug. Mixing drugs makes all of them more dangerous.'] },
      {
        terms: [
          {
            term: 'Loud, weed, igbo, kush',
            text: 'cannabis. It makes learning hard. It can cause panic or make people see things that are not there, more often if it is strong, used every day, or started young.',
          },
          { term: 'Arizona', text: 'a name for very strong cannabis, or for cannabis mixed with something else.' },
          { term: 'Colorado, colos, black mamba', text: 'dried leaves sprayed with chemicals. A few puffs can cause fits, rage or a collapse.' },
          {
            term: 'Tramadol, tramol, “225”',
            text: 'a strong painkiller. 225 means 225 mg, more than twice the usual highest single dose of 100 mg. Too much causes fits and stops your breathing.',
          },
          { term: 'Codeine, syrup, lean', text: 'a medicine for pain and coughs. It slows your breathing, above all with alcohol or tablets.' },
          { term: 'Ice, mkpuru mmiri, meth', text: 'a strong stimulant. Days without sleep or food, then fear, rage and strain on the heart.' },
          { term: 'Rohypnol, “roche”, “rophy”', text: 'a strong sleeping tablet. You forget what happens to you. With alcohol it can stop your breathing.' },
          { term: 'Diazepam, “D5”, “D10”', text: 'tranquillisers. Stopping suddenly after daily use can cause fits.' },
          { term: 'Gum, glue, solution', text: 'fumes to sniff. The heart can stop, even the first time.' },
          { term: 'Petrol, fuel', text: 'fumes damage the brain and the heart. If swallowed, do not cause vomiting: go to a hospital.' },
          { term: 'Gutter water, “omi gota”', text: 'a mixture of drugs, often with codeine, tramadol and tranquillisers. No one knows how strong it is.' },
          { term: 'Monkey tail', text: 'cannabis soaked in strong alcohol. The effect comes late and lasts long.' },
          { term: 'Suck-and-die', text: 'a name for strong mixtures. No one can say what is in it, so no dose is safe.' },
          { term: 'Lizard dung, soakaway fumes', text: 'dirt and gas that people sniff or smoke. They bring poison and germs into the lungs.' },
          { term: 'Shisha', text: 'in an hour you can breathe in far more smoke than from a cigarette. You cannot see what else is in the pipe.' },
          { term: 'Vape', text: 'nicotine takes hold quickly. Liquids without a label may contain other drugs.' },
          { term: 'Cigarettes', text: 'nicotine takes hold within weeks. Smoke harms the lungs and the heart.' },
          { term: 'Ogogoro, kai-kai, sachet gin', text: 'strong alcohol. Home-made spirits may contain methanol, which blinds and kills.' },
          { term: 'Energy drinks with alcohol or tablets', text: 'you feel awake and do not notice how much you have taken.' },
        ],
      },
      {
        title: 'Igbo is only a leaf. Is it bad?',
        paragraphs: [
          'Tobacco is a leaf too: natural does not mean harmless. Cannabis slows memory and attention, and your brain grows until you are about 25. Some people panic, hear voices or become ill for a long time, more often those who began young or use it every day. Some cannot stop. It does not happen to everyone, but no test can tell beforehand who it will happen to. In Nigeria it is against the law to have it.',
        ],
        links: [{ label: 'How to stop or cut down', to: '/help#stop' }],
      },
      {
        paragraphs: ['Is someone not well after taking one of these? Call {emergency}.'],
        links: [
          { label: 'What to do first', to: '/help#too-much' },
          { label: 'Someone put something in your drink', to: '/help#not-safe' },
          { label: 'I am worried about a friend, a brother or a sister', to: '/help#friend' },
          { label: 'For parents and families', to: '/help#parents' },
          { label: 'All our articles', to: '/news' },
        ],
      },
    ],
  },
  private: {
    label: 'Is it private?',
    texts: [
      { paragraphs: ['Only the people who are helping you will know. You do not have to give your name.'] },
      {
        list: [
          'Will you tell my parents? Not unless you agree.',
          'Will you tell my school? Not unless you agree.',
          'Will you tell the police that I use drugs? No.',
          'Are you a parent? We do not tell the school or the police that your child uses drugs.',
          'Can I go to a clinic at 16 without my parents? It depends on the clinic. Call {helpline}, and ask which clinic will see you without them.',
        ],
      },
      {
        paragraphs: [
          'There is one exception. If a life or a child is in danger, we bring in someone who can protect them. Then we tell you first, if we can. Danger means that someone could die, or that someone hurts or abuses you. Smoking, drinking or using drugs is not such a danger by itself, even if you are under 18.',
        ],
      },
      {
        title: 'Will the police or NDLEA arrest us if we call or go to hospital?',
        paragraphs: [
          'In an emergency, call {emergency} or go to a hospital first: a life comes before everything else. We do not report anyone for using drugs. We cannot promise what others do. If you are questioned, ask for a lawyer. This is a sample answer. A lawyer must review it.',
        ],
      },
      {
        title: 'Someone says that he is from the police or NDLEA, and wants money',
        paragraphs: [
          'Ask for the name, the identity card and the office or station, and tell a parent or another adult at once. Do not pay, and do not go anywhere alone with someone whom you cannot check. If you are in danger, call {emergency}. If you are taken to a station, ask for a lawyer, and ask them to tell your family where you are.',
        ],
      },
      {
        title: 'A missed period, or you may be pregnant',
        paragraphs: [
          'A health worker or a clinic can test you in private, whatever happened. If it happened in the last five days, ask today about emergency contraception. Do not take tablets or mixtures to end it on your own: they can kill. You can call {helpline} first.',
        ],
        links: [{ label: 'Someone forced me', to: '/help#not-safe' }],
      },
      {
        title: 'Can I message you on WhatsApp?',
        paragraphs: [
          'Yes, to our office: {telephone}. The office sees your number and your name, and reads messages in the daytime. For something private or urgent, call {helpline}.',
        ],
        links: [{ label: 'Write on WhatsApp', to: '{whatsApp}' }],
      },
      {
        title: 'Good to know',
        list: [
          'Other services have their own rules. Ask at the start of a call: “Will you tell anyone?”',
          'Your phone keeps a list of your calls. You can delete calls from the list.',
        ],
        links: [
          { label: 'Privacy: what this site stores', to: '/privacy' },
          { label: 'Safeguarding', to: '/safeguarding' },
        ],
      },
    ],
  },
};

type Site = Pick<SiteConfig, 'emergencyTelephone' | 'helplines' | 'telephone' | 'email' | 'hubs'>;

export const fillHelpText = (text: string, { emergencyTelephone, helplines, telephone, email, hubs }: Site): string => {
  const values: Readonly<Record<string, string | undefined>> = {
    emergency: emergencyTelephone ?? 'the emergency services',
    helpline: helplines[0]?.telephone ?? telephone,
    telephone,
    email,
    whatsApp: whatsAppHref(telephone),
    hubs: hubs.map(({ location }) => location).join('; '),
  };
  return text.replace(/\{(\w+)\}/g, (placeholder, key: string) => values[key] ?? placeholder);
};
