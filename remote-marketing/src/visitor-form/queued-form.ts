import type { ApplicationKind } from '@site/shared/contracts/application';
import type { HostServices } from '@site/shared/remote/host-services';
import type { FieldErrors, FormDefinition } from './form-definition.ts';
import { readDraft, removeDraft, saveDraft } from './form-draft.ts';
import { sendForm, validateValues } from './form-submission.ts';
import { announceFailure, announceSuccess } from './outcome-notices.ts';

type QueueListener = (outcome: 'sent' | 'rejected', errors: FieldErrors) => void;
const listeners = new Map<QueueListener, ApplicationKind>();

export const onQueueOutcome = (kind: ApplicationKind, listener: QueueListener) => {
  listeners.set(listener, kind);
  return (): void => void listeners.delete(listener);
};

const announceOutcome = (kind: ApplicationKind, ...outcome: Parameters<QueueListener>): void => {
  for (const [listener, listensTo] of listeners) if (listensTo === kind) listener(...outcome);
};

/** Turns the form into a draft with the reasons for its rejection, so that it is not sent again before the visitor has seen them. */
const restoreDraft = (services: HostServices, form: FormDefinition, errors: FieldErrors): void => {
  const current = readDraft(form.kind);
  // The visitor is already editing the form.
  if (current === null || !current.isQueued) return;
  saveDraft(form.kind, current.values, false, errors);
  announceFailure(services, form);
  announceOutcome(form.kind, 'rejected', errors);
};

const sendingKinds = new Set<ApplicationKind>();

/**
 * Sends the form that is queued on this device, if any. The form stays queued while there is no connection or the service is busy, and becomes a draft if the
 * service rejects it.
 */
export const sendQueuedForm = async (services: HostServices, form: FormDefinition): Promise<void> => {
  const { kind } = form;
  const draft = readDraft(kind);
  if (draft === null || !draft.isQueued || sendingKinds.has(kind)) return;
  sendingKinds.add(kind);
  try {
    const checked = await validateValues(form, draft.values);
    // The form was queued by an earlier release with other validation rules.
    if (!checked.ok) return restoreDraft(services, form, checked.errors);
    const { outcome, errors } = await sendForm(services.site.volunteerFormUrl, checked, { idempotencyKey: draft.idempotencyKey });
    if (outcome === 'unreachable' || outcome === 'busy') return;
    if (outcome === 'rejected') return restoreDraft(services, form, errors);
    removeDraft(kind);
    announceSuccess(services, form);
    announceOutcome(kind, 'sent', {});
  } catch (reason) {
    console.error('A queued form could not be sent', reason);
  } finally {
    sendingKinds.delete(kind);
  }
};

const onlineListeners = new Map<ApplicationKind, () => void>();

/** Sends queued forms whenever the connection returns, even after a navigation to another page. */
export const watchConnection = (services: HostServices, form: FormDefinition): void => {
  const previousListener = onlineListeners.get(form.kind);
  if (previousListener !== undefined) window.removeEventListener('online', previousListener);
  const onOnline = () => void sendQueuedForm(services, form);
  window.addEventListener('online', onOnline);
  onlineListeners.set(form.kind, onOnline);
};
