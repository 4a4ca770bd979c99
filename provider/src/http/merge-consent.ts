import type { PhotoConsent } from '@site/shared/domain/photo-consent';

const toText = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

export const isConsentSent = ({ showsMinors, consentBy, consentOn }: Readonly<Record<string, unknown>>): boolean =>
  showsMinors !== undefined || consentBy !== undefined || consentOn !== undefined;

/** Fields that are absent do not change. */
export const mergeConsent = (form: Readonly<Record<string, unknown>>, stored: PhotoConsent): PhotoConsent => ({
  showsMinors: typeof form.showsMinors === 'boolean' ? form.showsMinors : stored.showsMinors,
  consentBy: toText(form.consentBy) ?? stored.consentBy,
  consentOn: toText(form.consentOn) ?? stored.consentOn,
});
