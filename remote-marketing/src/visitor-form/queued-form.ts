import type { ApplicationKind } from '@site/shared/contracts/application';
import type { HostServices } from '@site/shared/remote/host-services';
import type { FormDefinition } from './form-definition.ts';
import { readDraft, removeDraft, saveDraft } from './form-draft.ts';
import { sendForm, validateValues } from './form-submission.ts';
import { announceFailure, announceSuccess } from './outcome-notices.ts';

type QueueListener = (outcome: 'sent' | 'failed') => void;
/** Called when a queued form of this kind was delivered or rejected. */
const listeners = new Map<QueueListener, ApplicationKind>();

export const onQueueOutcome = (kind: ApplicationKind, listener: QueueListener) => {
  listeners.set(listener, kind);
  return (): void => void listeners.delete(listener);
};

const beingSent = new Set<ApplicationKind>();

/** Sends the form that waits on this device, if there is one. It stays queued if there is still no connection or the service is busy, and becomes a draft if it was rejected. */
export const sendQueued = async (services: HostServices, form: FormDefinition): Promise<void> => {
  const { kind } = form;
  const draft = readDraft(kind);
  if (draft === null || !draft.isQueued || beingSent.has(kind)) return;
  beingSent.add(kind);
  try {
    const checked = await validateValues(form, draft.values);
    if (!checked.ok) return;
    const outcome = await sendForm(services.site.volunteerFormUrl, checked, { idempotencyKey: draft.idempotencyKey });
    if (outcome === 'unreachable' || outcome === 'busy') return;
    if (outcome === 'sent') {
      removeDraft(kind);
      announceSuccess(services, form);
    } else {
      const current = readDraft(kind);
      // The visitor is already changing the form.
      if (current === null || !current.isQueued) return;
      saveDraft(kind, current.values, false);
      announceFailure(services, form);
    }
    for (const [listener, listensTo] of listeners) if (listensTo === kind) listener(outcome === 'sent' ? 'sent' : 'failed');
  } catch (reason) {
    console.error('A queued form could not be sent', reason);
  } finally {
    beingSent.delete(kind);
  }
};

const watched = new Map<ApplicationKind, () => void>();

/** From now on, also on other pages: sends what is queued whenever the connection returns. */
export const watchConnection = (services: HostServices, form: FormDefinition): void => {
  const former = watched.get(form.kind);
  if (former !== undefined) window.removeEventListener('online', former);
  const onOnline = () => void sendQueued(services, form);
  window.addEventListener('online', onOnline);
  watched.set(form.kind, onOnline);
};
