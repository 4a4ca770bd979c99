import type { ApplicationKind } from '@site/shared/contracts/application';
import type { HostServices } from '@site/shared/remote/host-services';
import type { FieldErrors, FormDefinition } from './form-definition.ts';
import { readDraft, removeDraft, saveDraft } from './form-draft.ts';
import { sendForm, validateValues } from './form-submission.ts';
import { announceFailure, announceSuccess } from './outcome-notices.ts';

/** `errors` are the reasons for a rejection, by field. */
type QueueListener = (outcome: 'sent' | 'rejected', errors: FieldErrors) => void;
/** Listeners for the delivery or rejection of a queued form of this kind. */
const listeners = new Map<QueueListener, ApplicationKind>();

export const onQueueOutcome = (kind: ApplicationKind, listener: QueueListener) => {
  listeners.set(listener, kind);
  return (): void => void listeners.delete(listener);
};

const announceOutcome = (kind: ApplicationKind, ...outcome: Parameters<QueueListener>): void => {
  for (const [listener, listensTo] of listeners) if (listensTo === kind) listener(...outcome);
};

/** Turns the form into a draft with the reasons: it is not sent again before the visitor has seen them. */
const returnToVisitor = (services: HostServices, form: FormDefinition, errors: FieldErrors): void => {
  const current = readDraft(form.kind);
  // The visitor is already changing the form.
  if (current === null || !current.isQueued) return;
  saveDraft(form.kind, current.values, false, errors);
  announceFailure(services, form);
  announceOutcome(form.kind, 'rejected', errors);
};

const beingSent = new Set<ApplicationKind>();

/**
 * Sends the form that is queued on this device, if any. It stays queued if there is still no connection or the service is busy, and becomes a draft if it was
 * rejected.
 */
export const sendQueued = async (services: HostServices, form: FormDefinition): Promise<void> => {
  const { kind } = form;
  const draft = readDraft(kind);
  if (draft === null || !draft.isQueued || beingSent.has(kind)) return;
  beingSent.add(kind);
  try {
    const checked = await validateValues(form, draft.values);
    // An earlier release with other rules has queued the form.
    if (!checked.ok) return returnToVisitor(services, form, checked.errors);
    const { outcome, errors } = await sendForm(services.site.volunteerFormUrl, checked, { idempotencyKey: draft.idempotencyKey });
    if (outcome === 'unreachable' || outcome === 'busy') return;
    if (outcome === 'rejected') return returnToVisitor(services, form, errors);
    removeDraft(kind);
    announceSuccess(services, form);
    announceOutcome(kind, 'sent', {});
  } catch (reason) {
    console.error('A queued form could not be sent', reason);
  } finally {
    beingSent.delete(kind);
  }
};

const watched = new Map<ApplicationKind, () => void>();

/** Sends queued forms whenever the connection returns, from now on and on other pages too. */
export const watchConnection = (services: HostServices, form: FormDefinition): void => {
  const former = watched.get(form.kind);
  if (former !== undefined) window.removeEventListener('online', former);
  const onOnline = () => void sendQueued(services, form);
  window.addEventListener('online', onOnline);
  watched.set(form.kind, onOnline);
};
