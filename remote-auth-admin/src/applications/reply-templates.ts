import type { Application } from '@site/shared/contracts/application';

interface ReplyTemplate {
  readonly id: string;
  readonly name: string;
  readonly subject: string;
  /** The paragraphs between the greeting and the name of who writes. */
  readonly paragraphs: readonly string[];
}

const TEMPLATES: readonly ReplyTemplate[] = [
  {
    id: 'received',
    name: 'We have received it',
    subject: 'Your application as a volunteer',
    paragraphs: [
      'Thank you for offering your time. We have received your application and will read it within a week.',
      'If something changes meanwhile, just answer this e-mail.',
    ],
  },
  {
    id: 'talk',
    name: 'Invite to a talk',
    subject: 'Shall we talk about volunteering?',
    paragraphs: [
      'Thank you for your application. We would like to get to know you.',
      'Which day and time suit you this week or next, and do you prefer a call, WhatsApp or a visit to our office?',
    ],
  },
  {
    id: 'accepted',
    name: 'Accepted',
    subject: 'Welcome as a volunteer',
    paragraphs: ['We are glad to tell you that we would love to have you with us.', 'Our next step together is a short introduction. Which day suits you?'],
  },
  {
    id: 'declined',
    name: 'Declined',
    subject: 'Your application as a volunteer',
    paragraphs: [
      'Thank you for your application, and for wanting to help. At present we have no task that fits, so we cannot take you on.',
      'You are welcome at our events, and to apply again later.',
    ],
  },
];

export const TEMPLATE_NAMES = TEMPLATES.map(({ id, name }) => ({ value: id, label: name }));

export interface Reply {
  readonly subject: string;
  readonly text: string;
}

/** An e-mail to change before it is sent. `writer`: the name under it. */
export const writeReply = (templateId: string, { name }: Pick<Application, 'name'>, writer: string): Reply => {
  const { subject, paragraphs } = TEMPLATES.find(({ id }) => id === templateId) ?? { subject: '', paragraphs: [] };
  const [firstName = ''] = name.split(' ');
  return { subject, text: [firstName === '' ? 'Hello,' : `Hello ${firstName},`, ...paragraphs, writer].join('\n\n') };
};

/** Opens the mail program with the e-mail. */
export const toMailAddress = (email: string, { subject, text }: Reply): string =>
  // Mail programs read a plus sign as it is: `URLSearchParams` would write blanks so.
  `mailto:${email}?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(text.replaceAll('\n', '\r\n'))}`;
