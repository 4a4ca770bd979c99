import type { AuditEntry } from '@site/shared/contracts/audit';
import { KINDS, mapKinds } from '@site/shared/domain/kinds';
import { countCharacters, cutText } from '@site/shared/domain/text-length';
import { toCsv } from '../listing/csv.ts';

const SUBJECTS: Readonly<Record<string, string>> = {
  ...mapKinds((kind) => KINDS[kind].label),
  album: 'Album',
  application: 'Application',
  link: 'Link',
  user: 'User',
  account: 'Account',
  person: 'Personal data',
  document: 'Document',
  content: 'Content and photos',
  server: 'Server',
  audit: 'Activity log',
};

const VERBS: Readonly<Record<string, string>> = {
  create: 'created',
  update: 'changed',
  autosave: 'edited',
  delete: 'deleted',
  copy: 'duplicated',
  restore: 'restored',
  read: 'viewed',
  list: 'list viewed',
  export: 'exported',
  import: 'imported',
  erase: 'erased',
  'sign-in': 'signed in',
  'accept-invitation': 'invitation accepted',
  invitation: 'invitation renewed',
  password: 'password changed',
  order: 'reordered',
  'move-to-album': 'moved to an album',
  retention: 'old data erased',
  backup: 'backed up',
  check: 'check requested',
};

/** Describes an action, for example "Post changed". Actions without a description are shown as recorded. */
export const describeAction = ({ action, outcome }: Pick<AuditEntry, 'action' | 'outcome'>): string => {
  const [subject = '', verb = ''] = action.split('.');
  const text = `${SUBJECTS[subject] ?? subject}: ${VERBS[verb] ?? verb.replaceAll('-', ' ')}`;
  return outcome === 'failed' ? `${text} (failed)` : text;
};

const ERASED = 'Erased';

/** Returns the user's email address, or a label for visitors, the server and erased users. */
export const describeActor = ({ action, actorId, actorRole, details }: Pick<AuditEntry, 'action' | 'actorId' | 'actorRole' | 'details'>): string => {
  if (actorId === '' && actorRole === '') return action.startsWith('server.') ? 'The server' : 'Not signed in';
  return details === null ? ERASED : details.actor || actorId;
};

export const describeSubject = ({ subjectId, details }: Pick<AuditEntry, 'subjectId' | 'details'>): string =>
  details === null ? ERASED : details.name || subjectId;

const VALUE_LIMIT = 80;
const shorten = (text: string): string => (countCharacters(text) > VALUE_LIMIT ? `${cutText(text, VALUE_LIMIT)}…` : text);

const formatFact = (value: string | number | readonly string[]): string => (typeof value === 'object' ? value.join(', ') : String(value));

const describeValues = (before: string | undefined, after: string | undefined): string =>
  [before, after].flatMap((value) => (value === undefined ? [] : [shorten(value) || '(empty)'])).join(' → ');

/** Describes the changes, one line per field ("title: First → Second"), followed by the facts, for example a row count. */
export const describeChanges = ({ details, facts }: Pick<AuditEntry, 'details' | 'facts'>): readonly string[] => {
  const { before = {}, after = {} } = details ?? {};
  const fields = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  const remainingFacts = Object.entries(facts).filter(([name]) => name !== 'fields' || fields.length === 0);
  return [
    ...fields.map((field) => `${field.replaceAll('_', ' ')}: ${describeValues(before[field], after[field])}`),
    ...remainingFacts.map(([name, value]) => `${name}: ${formatFact(value)}`),
  ];
};

const COLUMNS = ['Number', 'Time', 'Who', 'Role', 'Action', 'Outcome', 'Kind', 'Subject', 'Name', 'URL', 'Before', 'After', 'Facts'] as const;

/** Converts entries, with all their values, to CSV for spreadsheets. */
export const toAuditCsv = (entries: readonly AuditEntry[]): string =>
  toCsv([
    COLUMNS,
    ...entries.map(({ number, at, actorRole, action, outcome, subjectKind, subjectId, facts, details, actorId }) => [
      String(number),
      at,
      describeActor({ action, actorId, actorRole, details }),
      actorRole,
      action,
      outcome,
      subjectKind,
      subjectId,
      details?.name ?? ERASED,
      details?.address ?? ERASED,
      JSON.stringify(details?.before ?? {}),
      JSON.stringify(details?.after ?? {}),
      JSON.stringify(facts),
    ]),
  ]);
