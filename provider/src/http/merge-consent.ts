import type { PhotoConsent } from '@site/shared/domain/photo-consent';

export const isConsentSent = ({ showsMinors, consentBy, consentOn }: Readonly<Record<string, unknown>>): boolean =>
  showsMinors !== undefined || consentBy !== undefined || consentOn !== undefined;

/** Fields that are absent do not change. */
export const mergeConsent = (form: Readonly<Record<string, unknown>>, stored: PhotoConsent): PhotoConsent => ({
  showsMinors: typeof form.showsMinors === 'boolean' ? form.showsMinors : stored.showsMinors,
  consentBy: typeof form.consentBy === 'string' ? form.consentBy : stored.consentBy,
  consentOn: typeof form.consentOn === 'string' ? form.consentOn : stored.consentOn,
});
