import type { IncomingHttpHeaders } from 'node:http';

/** Name of the footer switch's cookie, and of its button. */
export const DATA_SAVER_COOKIE = 'data-saver';

/** Choices of the switch. */
const CHOICE = /^(?:on|off)$/;
/** Matches the token `on`, which parameters may follow. */
const SAVE_DATA = /^\s*on\s*(?:;|$)/i;
/** Only 2G counts as slow: most phones report 3G whatever their real speed. */
const SLOW_NETWORK = /^(?:slow-)?2g$/;

/** Request headers that affect the choice in addition to the cookie, for `Vary`. Every response already varies by the cookie. */
export const SAVING_HEADERS = 'save-data, ect';

/** Whether this visitor gets pages that need little data. The switch decides, then the browser's setting, then the network. */
export const isSavingData = (headers: IncomingHttpHeaders, choice: string | undefined): boolean => {
  if (choice !== undefined && CHOICE.test(choice)) return choice === 'on';
  return SAVE_DATA.test(String(headers['save-data'] ?? '')) || SLOW_NETWORK.test(String(headers.ect ?? ''));
};

/** Reads the choice from the switch's form; undefined for any other form. */
export const readSwitch = (body: string): string | undefined => {
  const fields = [...new URLSearchParams(body)];
  const [name, value = ''] = fields[0] ?? [];
  return fields.length === 1 && name === DATA_SAVER_COOKIE && CHOICE.test(value) ? value : undefined;
};
