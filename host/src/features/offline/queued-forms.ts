import { formPath } from './worker-settings.ts';

/** Name of the cache with an entry for each queued form, and tag of its sync event. The quick exit deletes this cache with all others. */
export const QUEUED_FORM = 'queued form';
const KEY_HEADER = 'idempotency-key';
/** Header of an entry: the time in milliseconds after which the form is no longer sent. */
const SENT_UNTIL_HEADER = 'x-sent-until';

const TOO_MANY_REQUESTS = 429;
const SERVER_ERROR = 500;

const readKey = (entry: Response | undefined): string => entry?.headers.get(KEY_HEADER) ?? '';

const send = async (path: string, entry: Response): Promise<number> => {
  const headers = { accept: 'application/json', 'content-type': 'application/json', [KEY_HEADER]: readKey(entry) };
  const { status } = await fetch(path, { method: 'POST', headers, body: await entry.text() });
  return status;
};

/**
 * Sends the queued forms, only to the site's own form service. If one fails, rejects after all entries have been tried, so that browsers repeat the event. The
 * key of an entry makes the form service store the form once, even if a page sends it too. Pages may queue another form, or a changed version of this one,
 * while an entry is being sent. Neither is deleted.
 */
export const sendQueuedForms = async (): Promise<void> => {
  if (formPath === undefined || !(await caches.has(QUEUED_FORM))) return;
  const queue = await caches.open(QUEUED_FORM);
  let failedStatus = 0;
  for (const request of await queue.keys()) {
    const entry = await queue.match(request);
    const key = readKey(entry);
    if (entry !== undefined && Date.now() < Number(entry.headers.get(SENT_UNTIL_HEADER))) {
      const status = await send(formPath, entry);
      if (status === TOO_MANY_REQUESTS || status >= SERVER_ERROR) {
        failedStatus = status;
        continue;
      }
    }
    if (readKey(await queue.match(request)) === key) await queue.delete(request);
  }
  if (failedStatus > 0) throw new Error(`The form service responded with ${failedStatus}.`);
  if ((await queue.keys()).length === 0) await caches.delete(QUEUED_FORM);
};
