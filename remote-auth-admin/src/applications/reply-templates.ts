import type { Application, ApplicationKind } from '@site/shared/contracts/application';

interface ReplyTemplate {
  readonly id: string;
  readonly name: string;
  readonly subject: string;
  /** Paragraphs between the greeting and the sender's name. */
  readonly paragraphs: readonly string[];
}

const VOLUNTEER_TEMPLATES: readonly ReplyTemplate[] = [
  {
    id: 'received',
    name: 'Application received',
    subject: 'Your volunteer application',
    paragraphs: [
      'Thank you for offering your time. We have received your application and will read it within a week.',
      'If anything changes in the meantime, just reply to this email.',
    ],
  },
  {
    id: 'talk',
    name: 'Invite for a chat',
    subject: 'Shall we talk about volunteering?',
    paragraphs: [
      'Thank you for your application. We would like to get to know you.',
      'Which day and time suit you this week or next, and do you prefer a call, WhatsApp or a visit to our office?',
    ],
  },
  {
    id: 'accepted',
    name: 'Accepted',
    subject: 'Welcome to the team',
    paragraphs: ['We would love to have you on our team.', 'The next step is a short introduction. Which day suits you?'],
  },
  {
    id: 'declined',
    name: 'Declined',
    subject: 'Your volunteer application',
    paragraphs: [
      'Thank you for your application, and for wanting to help. At the moment we have no suitable role, so we cannot take you on.',
      'You are welcome at our events, and you can apply again later.',
    ],
  },
];

const SCHOOL_VISIT_TEMPLATES: readonly ReplyTemplate[] = [
  {
    id: 'received',
    name: 'Request received',
    subject: 'Your school visit',
    paragraphs: [
      'Thank you for inviting us to your school. We have received your request and will suggest a day within a week.',
      'If anything changes in the meantime, just reply to this email.',
    ],
  },
  {
    id: 'talk',
    name: 'Suggest a day',
    subject: 'A day for your school visit',
    paragraphs: [
      'Thank you for inviting us to your school. Could we come on [day] at [time]?',
      'We need a hall and one lesson of 80 minutes, and an hour with your staff before the visit. Who should we call about the details?',
    ],
  },
  {
    id: 'accepted',
    name: 'Visit confirmed',
    subject: 'Your school visit is confirmed',
    paragraphs: ['We look forward to visiting your school on [day] at [time].', 'The question box will arrive a week before. The visit is free.'],
  },
  {
    id: 'declined',
    name: 'No visit possible',
    subject: 'Your school visit',
    paragraphs: [
      'Thank you for inviting us to your school. We are sorry that we cannot visit you in the weeks that you named.',
      'You can ask again for another term, and we are glad to answer questions by phone or email.',
    ],
  },
];

const TEMPLATES: Readonly<Record<ApplicationKind, readonly ReplyTemplate[]>> = { volunteer: VOLUNTEER_TEMPLATES, 'school-visit': SCHOOL_VISIT_TEMPLATES };

export const listTemplates = (kind: ApplicationKind) => TEMPLATES[kind].map(({ id, name }) => ({ value: id, label: name }));

export interface Reply {
  readonly subject: string;
  readonly text: string;
}

/** Fills in a template for the user to edit. `senderName` is the name at the end of the email. */
export const writeReply = (templateId: string, { kind, name }: Pick<Application, 'kind' | 'name'>, senderName: string): Reply => {
  const { subject, paragraphs } = TEMPLATES[kind].find(({ id }) => id === templateId) ?? { subject: '', paragraphs: [] };
  const [firstName = ''] = name.split(' ');
  return { subject, text: [firstName === '' ? 'Hello,' : `Hello ${firstName},`, ...paragraphs, `Kind regards,\n${senderName}`].join('\n\n') };
};

/** Placeholders in the templates, which the user must replace. */
const PLACEHOLDERS = ['[day]', '[time]'];

/** Returns a message that asks the user to replace the remaining placeholders; undefined if there are none. */
export const describePlaceholders = (text: string): string | undefined => {
  const remaining = PLACEHOLDERS.filter((placeholder) => text.includes(placeholder));
  return remaining.length === 0 ? undefined : `Replace ${new Intl.ListFormat('en-GB').format(remaining)} before you send.`;
};

/** Returns a `mailto:` URL that opens the email in the mail program. */
export const toMailtoUrl = (email: string, { subject, text }: Reply): string =>
  // `URLSearchParams` would encode spaces as plus signs, which mail programs do not decode.
  `mailto:${email}?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(text.replaceAll('\n', '\r\n'))}`;
