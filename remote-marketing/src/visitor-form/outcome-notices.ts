import type { HostServices } from '@site/shared/remote/host-services';
import type { FormDefinition } from './form-definition.ts';

const TOAST_MS = 5000;

/** Thanks the visitor. Call this only when the form has been delivered (VOL-11). */
export const announceSuccess = ({ notify, celebrate }: Pick<HostServices, 'notify' | 'celebrate'>, { texts }: FormDefinition): void => {
  notify.success(texts.success, { durationMs: TOAST_MS });
  celebrate();
};

export const announceFailure = ({ notify }: Pick<HostServices, 'notify'>, { texts }: FormDefinition): void =>
  notify.error(texts.failure, { durationMs: TOAST_MS });
