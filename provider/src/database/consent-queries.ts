import type { PhotoConsent } from '@site/shared/domain/photo-consent';
import { type Selectable, sql } from 'kysely';
import { hasSameFile, isOfFamily } from './image-family.ts';
import type { Database, Tables } from './schema.ts';

type ConsentColumns = Pick<Selectable<Tables['pictures']>, 'shows_minors' | 'consent_by' | 'consent_on'>;

export const toPhotoConsent = ({ shows_minors: showsMinors, consent_by, consent_on }: ConsentColumns): PhotoConsent => ({
  showsMinors: showsMinors === null ? null : showsMinors === 1,
  consentBy: consent_by,
  consentOn: consent_on,
});

interface RecordedConsent {
  readonly consent: PhotoConsent;
  /** The name of the member of staff who records it. */
  readonly by: string;
  readonly at: Date;
}

/** Replaces what is recorded about an image, and about copies of the same file: who agreed to one photo has not agreed to the one that was there before. */
export const recordPhotoConsent = async (db: Database, imageId: string, { consent, by, at }: RecordedConsent): Promise<void> => {
  const { showsMinors, consentBy, consentOn } = consent;
  const isRecorded = consentBy !== '';
  await db
    .updateTable('pictures')
    .set({
      shows_minors: showsMinors === null ? null : showsMinors ? 1 : 0,
      consent_by: consentBy,
      consent_on: consentOn,
      consent_recorded_by: isRecorded ? by : '',
      consent_recorded_at: isRecorded ? at.toISOString() : null,
    })
    .where(isOfFamily(imageId))
    .where(hasSameFile(imageId))
    .execute();
};

const UPLOADS = '/img/upload/';

/** Ids of images in a text, by their addresses, in time that grows with its length. */
export const listTextImages = (html: string): string[] => {
  const addresses = html.split(/["'\s]/).filter((part) => part.includes(UPLOADS));
  // Between the folder and the name there is at least the version.
  const names = addresses.flatMap((address) => [...address.slice(address.indexOf(UPLOADS) + UPLOADS.length).matchAll(/\/([0-9a-f]{24})\.[a-z]{3,4}/g)]);
  return [...new Set(names.map(([, id = '']) => id))];
};

/** Whether a text shows an image of minors for which nobody has agreed. */
export const lacksTextConsent = async (db: Database, html: string): Promise<boolean> => {
  const ids = listTextImages(html);
  if (ids.length === 0) return false;
  const found = await db
    .selectFrom('pictures')
    .select(sql`1`.as('found'))
    .where('id', 'in', ids)
    .where('shows_minors', '=', 1)
    .where((where) => where.or([where('consent_by', '=', ''), where('consent_on', '=', '')]))
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
};
