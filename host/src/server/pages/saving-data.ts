import type { IncomingHttpHeaders } from 'node:http';

/** The cookie of the footer's switch, and the name of its button. */
export const DATA_SAVER_COOKIE = 'data-saver';

/** What a visitor has chosen with the switch: `on` or `off`. */
const CHOICE = /^(?:on|off)$/;
/** A token, which parameters may follow. */
const SAVE_DATA = /^\s*on\s*(?:;|$)/i;
/** Most phones report 3G, whatever they have: this is what is slower. */
const SLOW_NETWORK = /^(?:slow-)?2g$/;

/** The request's headers that decide, for `Vary`; the cookie is one of them everywhere. */
export const SAVING_HEADERS = 'save-data, ect';

/** Whether this visitor gets pages that need little data: the switch decides, without it the browser's setting, else the network. */
export const isSavingData = (headers: IncomingHttpHeaders, choice: string | undefined): boolean => {
  if (choice !== undefined && CHOICE.test(choice)) return choice === 'on';
  return SAVE_DATA.test(String(headers['save-data'] ?? '')) || SLOW_NETWORK.test(String(headers.ect ?? ''));
};

/** What the form of the switch chooses; undefined for any other form. */
export const readSwitch = (body: string): string | undefined => {
  const fields = [...new URLSearchParams(body)];
  const [name, value = ''] = fields[0] ?? [];
  return fields.length === 1 && name === DATA_SAVER_COOKIE && CHOICE.test(value) ? value : undefined;
};
