import type { HostServices } from '@site/shared/remote/host-services';
import { readDraft, removeDraft } from './application-draft.ts';
import { announceSuccess } from './volunteer-content.ts';
import { readExtras, sendApplication, toFormData, validateForm } from './volunteer-submission.ts';

/** Called when a queued application has been delivered. */
const listeners = new Set<() => void>();

export const onDelivery = (listener: () => void) => {
  listeners.add(listener);
  return (): void => void listeners.delete(listener);
};

let isSending = false;

/** Sends the application that waits on this device, if there is one. It stays queued if there is still no connection, and becomes a draft if it was rejected. */
export const sendQueued = async (services: HostServices): Promise<void> => {
  const draft = readDraft();
  if (draft === null || !draft.isQueued || isSending) return;
  isSending = true;
  try {
    const data = toFormData(draft.values);
    const validation = await validateForm(data);
    if (!validation.ok) return;
    const { volunteerFormUrl } = services.site;
    const outcome = await sendApplication(volunteerFormUrl, validation.form, { extras: readExtras(data), idempotencyKey: draft.idempotencyKey });
    if (outcome !== 'sent') return;
    removeDraft();
    announceSuccess(services);
    for (const listener of listeners) listener();
  } catch (reason) {
    console.error('A queued application could not be sent', reason);
  } finally {
    isSending = false;
  }
};

let stopWatching = (): void => undefined;

/** From now on, also on other pages: sends what is queued whenever the connection returns. */
export const watchConnection = (services: HostServices): void => {
  stopWatching();
  const onOnline = () => void sendQueued(services);
  window.addEventListener('online', onOnline);
  stopWatching = () => window.removeEventListener('online', onOnline);
};
