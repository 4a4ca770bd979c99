import type { PhotoConsent } from '@site/shared/domain/photo-consent';
import { type Selectable, sql } from 'kysely';
import { hasSameFile, isInFamily } from './image-family.ts';
import type { Database, Tables } from './schema/tables.ts';

type ConsentColumns = Pick<Selectable<Tables['pictures']>, 'shows_minors' | 'consent_by' | 'consent_on'>;

export const toPhotoConsent = ({ shows_minors: showsMinors, consent_by, consent_on }: ConsentColumns): PhotoConsent => ({
  showsMinors: showsMinors === null ? null : showsMinors === 1,
  consentBy: consent_by,
  consentOn: consent_on,
});

interface RecordedConsent {
  readonly consent: PhotoConsent;
  readonly by: string;
  readonly at: Date;
}

/** Replaces the consent for an image and for copies of the same file. Previous files keep their own consent, because they show a different photo. */
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
    .where(isInFamily(imageId))
    .where(hasSameFile(imageId))
    .execute();
};

const UPLOAD_PATH = '/img/upload/';

const URL_END = /["'\s]/g;
/** Matches the file name in an image URL, which always follows a folder and a version. */
const IMAGE_NAME = /\/([0-9a-f]{24})\.[a-z]{3,4}/g;

/** Returns the ids of all images whose URLs a text contains. Runs in linear time. */
export const listTextImages = (html: string): string[] => {
  const ids = new Set<string>();
  let end = 0;
  for (let at = html.indexOf(UPLOAD_PATH); at !== -1; at = html.indexOf(UPLOAD_PATH, end)) {
    URL_END.lastIndex = at;
    end = URL_END.exec(html)?.index ?? html.length;
    for (const [, id = ''] of html.slice(at + UPLOAD_PATH.length, end).matchAll(IMAGE_NAME)) ids.add(id);
  }
  return [...ids];
};

export const lacksTextConsent = async (db: Database, html: string): Promise<boolean> => {
  const ids = listTextImages(html);
  if (ids.length === 0) return false;
  const firstMatch = await db
    .selectFrom('pictures')
    .select(sql`1`.as('found'))
    .where('id', 'in', ids)
    .where('shows_minors', '=', 1)
    .where((where) => where.or([where('consent_by', '=', ''), where('consent_on', '=', '')]))
    .limit(1)
    .executeTakeFirst();
  return firstMatch !== undefined;
};
