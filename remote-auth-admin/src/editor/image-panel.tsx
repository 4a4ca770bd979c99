import type { LibraryImage } from '@site/shared/contracts/media';
import type { PhotoConsent } from '@site/shared/domain/photo-consent';
import type { HostServices } from '@site/shared/remote/host-services';
import { MoreLink } from '@site/shared/ui/text-link';
import type { ImageChoice, StoredImage } from '../forms/image-choice.ts';
import { PhotoConsentFields } from '../forms/photo-consent-fields.tsx';
import { SidePanel } from '../layout/side-panel.tsx';
import { ImageField } from '../media/image-field.tsx';
import { getFileId, getLibraryFocalPoint } from '../media/library-image.ts';
import { formatChosenFocalPoint, fromFocalPointFields, toConsent, toFocalPointFields } from './editor-config.ts';
import type { Editor } from './editor-session.ts';

/** A different photo needs its own consent. */
const EMPTY_CONSENT = { showsMinors: '', consentBy: '', consentOn: '' };

/** Clears an image that was chosen from the library or restored from a version. */
const NO_CHOSEN_IMAGE = { imageId: '', imageSrc: '', imageFocal: '' };

interface ImagePanelProps<Doc> {
  readonly services: Pick<HostServices, 'http'>;
  readonly editor: Editor<Doc>;
}

/** Panel for the document's image. The field reads and writes the editor's values. */
export const ImagePanel = <Doc,>({ services, editor: { config, state, dispatch } }: ImagePanelProps<Doc>) => {
  const { document, values, baseline, file, errors } = state;
  const { name, label, altField, removeField } = config.content.image;
  const src = values.imageSrc || (document === null ? '' : config.getMetadata(document).image);
  const stored: StoredImage = { src, alt: baseline[altField] ?? '', focal: fromFocalPointFields(baseline), isDecorative: baseline.decorative === 'true' };
  const value: ImageChoice = {
    file,
    alt: values[altField] ?? '',
    focal: fromFocalPointFields(values),
    isRemoved: values[removeField] === 'true',
    isDecorative: values.decorative === 'true',
  };
  const changeConsent = ({ showsMinors, consentBy, consentOn }: PhotoConsent) =>
    dispatch({ type: 'changed', file, values: { showsMinors: showsMinors === null ? '' : String(showsMinors), consentBy, consentOn } });
  const imageId = file === null && !value.isRemoved ? getFileId(src) : '';
  const needsConsent = file !== null || errors.consentBy !== undefined || errors.consentOn !== undefined;
  const consent = toConsent(values);
  const handleChange = (choice: ImageChoice) =>
    dispatch({
      type: 'changed',
      file: choice.file,
      values: {
        [altField]: choice.isDecorative ? '' : choice.alt,
        decorative: String(choice.isDecorative),
        [removeField]: choice.isRemoved ? 'true' : '',
        ...toFocalPointFields(choice.focal),
        ...(choice.file === null && !choice.isRemoved ? {} : NO_CHOSEN_IMAGE),
        ...(choice.file === file ? {} : EMPTY_CONSENT),
      },
    });
  const choose = (image: LibraryImage) => {
    const { _id, url, alt, decorative } = image;
    const focal = toFocalPointFields(getLibraryFocalPoint(image));
    const chosen = { imageId: _id, imageSrc: url, imageFocal: formatChosenFocalPoint(focal) };
    dispatch({
      type: 'changed',
      file: null,
      values: { [altField]: alt, decorative: String(decorative), [removeField]: '', ...focal, ...chosen, ...EMPTY_CONSENT },
    });
  };
  return (
    <SidePanel>
      <ImageField
        library={{ http: services.http, onChoose: choose }}
        label={label}
        name={name}
        stored={stored}
        value={value}
        onChange={handleChange}
        error={errors[name]}
        altError={errors[altField]}
      />
      {imageId !== '' && <MoreLink to={`/admin/media?image=${imageId}`}>Where this photo is used, and consent for it</MoreLink>}
      {needsConsent && <PhotoConsentFields value={file === null ? { ...consent, showsMinors: true } : consent} errors={errors} onChange={changeConsent} />}
    </SidePanel>
  );
};
