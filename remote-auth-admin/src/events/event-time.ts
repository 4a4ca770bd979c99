import { parseTimeOfDay } from '@site/shared/domain/event-times';

/** Converts "4:00 PM" to "16:00", the value of a time input; '' for no time. */
export const toTimeField = (text: string): string => {
  const minutes = parseTimeOfDay(text);
  if (minutes === null) return '';
  return `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
};

/** Converts "16:00" to "4:00 PM", the format that visitors see; '' for no time. */
export const toTimeText = (field: string): string => {
  const minutes = parseTimeOfDay(field);
  if (minutes === null) return '';
  const hours = Math.floor(minutes / 60);
  return `${hours % 12 === 0 ? 12 : hours % 12}:${String(minutes % 60).padStart(2, '0')} ${hours < 12 ? 'AM' : 'PM'}`;
};
