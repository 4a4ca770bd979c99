import { getLibraryImage } from '@site/shared/contracts/media';
import { toLagosDay } from '@site/shared/domain/dates';
import { checkPhotoConsent, NO_CONSENT, type PhotoConsent } from '@site/shared/domain/photo-consent';
import type { HttpClient } from '@site/shared/remote/host-services';
import { getFileId } from '../media/library-image.ts';
import { listTextImages } from './page-weight.ts';

/** Loads the recorded consent for the image with this URL; null if it could not be loaded. */
const loadConsent = async (http: HttpClient, src: string, signal: AbortSignal): Promise<PhotoConsent | null> => {
  const id = getFileId(src);
  if (id === '') return NO_CONSENT;
  const image = await http.call(getLibraryImage, { params: { id }, signal, silent: true });
  if (image.ok) return image.value.consent;
  return image.error.kind === 'not-found' ? NO_CONSENT : null;
};

/** Values entered in the editor take precedence over recorded values. */
const mergeConsent = (entered: PhotoConsent, recorded: PhotoConsent): PhotoConsent => ({
  showsMinors: entered.showsMinors ?? recorded.showsMinors,
  consentBy: entered.consentBy || recorded.consentBy,
  consentOn: entered.consentOn || recorded.consentOn,
});

interface ConsentOptions {
  /** The text as HTML. */
  readonly html: string;
  /** URL of the document's stored image; '' if there is none or the file is not stored yet. */
  readonly image: string;
  /** Consent entered in the editor for the document's image. */
  readonly entered: PhotoConsent;
  readonly signal: AbortSignal;
}

/** Returns the images that show people under 18 without consent, using the provider's own rule; null if they could not be checked. */
export const findMissingConsent = async (http: HttpClient, { html, image, entered, signal }: ConsentOptions): Promise<readonly string[] | null> => {
  const [featured = null, ...inText] = await Promise.all([image, ...listTextImages(html)].map((src) => loadConsent(http, src, signal)));
  if (featured === null || inText.includes(null)) return null;
  const lacksConsent = (consent: PhotoConsent | null): boolean =>
    consent !== null && Object.keys(checkPhotoConsent(consent, toLagosDay(new Date()))).length > 0;
  return [
    ...(lacksConsent(mergeConsent(entered, featured)) ? ['the featured photo'] : []),
    ...inText.flatMap((consent, index) => (lacksConsent(consent) ? [`photo ${index + 1} of the text`] : [])),
  ];
};
