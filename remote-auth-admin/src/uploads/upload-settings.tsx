import type { Album } from '@site/shared/contracts/gallery';
import type { FieldErrors } from '@site/shared/domain/content-kind';
import { CheckboxField, SelectField } from '@site/shared/ui/field';
import type { Ref } from 'react';
import { ConsentFields } from '../forms/photo-consent-fields.tsx';
import styles from './upload-panel.module.css';
import type { Uploads } from './upload-queue.ts';
import type { UploadPlace, UploadRow, UploadTarget } from './upload-row.ts';
import type { UploadSettings } from './upload-storage.ts';

const countWithoutAlt = (ready: readonly UploadRow[]): number => ready.filter(({ alt }) => alt.trim() === '').length;

/**
 * Returns the upload target for the ready images. Omits an album that no longer exists. Never publishes unless the user may publish; by default, publishes only
 * if all images have alt text.
 */
export const toTarget = (settings: UploadSettings, ready: readonly UploadRow[], albums: readonly Album[], mayPublish: boolean): UploadTarget => {
  const { place, albumId, publishes, consent } = settings;
  if (place === 'library') return { place, albumId: '', isPublished: false, consent };
  return {
    place,
    albumId: albums.some(({ _id }) => _id === albumId) ? albumId : '',
    isPublished: mayPublish && (publishes ?? countWithoutAlt(ready) === 0),
    consent,
  };
};

const PLACE_LABELS: Readonly<Record<UploadPlace, string>> = { gallery: 'Gallery', library: 'Media library only' };
const isUploadPlace = (value: string): value is UploadPlace => Object.hasOwn(PLACE_LABELS, value);

interface UploadSettingsFieldsProps {
  readonly settings: UploadSettings;
  readonly ready: readonly UploadRow[];
  readonly albums: readonly Album[];
  readonly mayPublish: boolean;
  readonly consentErrors: FieldErrors;
  readonly consentField: Ref<HTMLInputElement>;
  readonly onChange: Uploads['configure'];
  readonly onShowsMinorsChange: (showsMinors: boolean) => void;
}

/** Fields for the destination, album, publication and consent, shared by all uploads that start together. */
export const UploadSettingsFields = (props: UploadSettingsFieldsProps) => {
  const { settings, ready, albums, mayPublish, onChange } = props;
  const { place, albumId, isPublished } = toTarget(settings, ready, albums, mayPublish);
  const missingAltCount = countWithoutAlt(ready);
  return (
    <>
      <SelectField
        label="Add photos to"
        name="uploadPlace"
        options={Object.entries(PLACE_LABELS).map(([value, label]) => ({ value, label }))}
        value={place}
        onChange={({ target: { value } }) => isUploadPlace(value) && onChange({ place: value })}
      />
      {place === 'library' && <p className={styles.note}>Photos are not shown anywhere until someone adds them to a post, event, program or the gallery.</p>}
      {place === 'gallery' && (
        <SelectField
          label="Album"
          name="uploadAlbum"
          emptyLabel="No album"
          options={albums.map(({ _id, name }) => ({ value: _id, label: name }))}
          value={albumId}
          onChange={({ target }) => onChange({ albumId: target.value })}
        />
      )}
      {place === 'gallery' && mayPublish && (
        <CheckboxField
          label="Publish immediately"
          name="uploadPublished"
          checked={isPublished}
          onChange={({ target }) => onChange({ publishes: target.checked })}
        />
      )}
      {place === 'gallery' && !mayPublish && <p className={styles.note}>An editor reviews them before they appear on the site.</p>}
      {ready.length > 1 && (
        <CheckboxField
          label="All the photos show recognisable people under 18"
          name="uploadMinors"
          checked={ready.every(({ showsMinors }) => showsMinors)}
          onChange={({ target }) => props.onShowsMinorsChange(target.checked)}
        />
      )}
      {ready.some(({ showsMinors }) => showsMinors) && (
        <ConsentFields ref={props.consentField} value={settings.consent} errors={props.consentErrors} onChange={(consent) => onChange({ consent })} />
      )}
      {missingAltCount > 0 && (
        <p className={styles.note}>
          {missingAltCount === 1 ? '1 photo has no alt text yet' : `${missingAltCount} photos have no alt text yet`}: people who cannot see the photos rely on
          it.
          {isPublished ? ' Photos without alt text stay off the site until you add it.' : ' You can also add it later.'}
        </p>
      )}
    </>
  );
};
