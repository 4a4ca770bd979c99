import { parseTimeOfDay } from '@site/shared/domain/event-times';

export interface AgendaItem {
  readonly line: number;
  /** The time as staff entered it, for example "4:00 PM"; '' for a line without a time, for example the name of a day. */
  readonly time: string;
  readonly text: string;
}

export const splitLines = (text: string): readonly string[] =>
  text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '');

/** Matches lines like "4:00 PM Doors open" and "16:00 - 17:00: Film". */
const AGENDA_LINE =
  /^(?<from>\d{1,2}(?:[:.]\d{2})?\s*(?:[ap]\.?m\.?)?)(?:\s*(?:[-–]|to)\s*(?<to>\d{1,2}(?:[:.]\d{2})?\s*(?:[ap]\.?m\.?)?))?\s*[:,–-]?\s+(?<text>(?![ap]\.?m\.?$)\S.*)$/i;

const parseLine = (line: string): Omit<AgendaItem, 'line'> => {
  const { from = '', to, text = '' } = AGENDA_LINE.exec(line)?.groups ?? {};
  if (parseTimeOfDay(from) === null) return { time: '', text: line };
  if (to === undefined) return { time: from.trim(), text };
  return parseTimeOfDay(to) === null ? { time: '', text: line } : { time: `${from.trim()} to ${to.trim()}`, text };
};

export const parseAgenda = (text: string): readonly AgendaItem[] => splitLines(text).map((content, line) => ({ line, ...parseLine(content) }));
