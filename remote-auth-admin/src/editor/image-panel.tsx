import type { FocalPoint } from '../forms/focal-point.ts';
import type { ImageChoice } from '../forms/image-choice.ts';
import { ImageField } from '../forms/image-field.tsx';
import { focalValues, imageFieldNames, type Values } from './document-kind.ts';
import type { Editor } from './editor-session.ts';
import { Panel } from './panel.tsx';

const toFocal = ({ focalX = '', focalY = '' }: Values): FocalPoint | null => (focalX === '' || focalY === '' ? null : { x: Number(focalX), y: Number(focalY) });

interface ImagePanelProps<Doc> {
  readonly editor: Editor<Doc>;
  readonly label: string;
  /** Address of the stored image; '' when there is none. */
  readonly src: string;
}

/** The document's image: its field reads from and writes to the editor's values. */
export const ImagePanel = <Doc,>({ editor: { kind, state, dispatch }, label, src }: ImagePanelProps<Doc>) => {
  const { values, baseline, file, errors } = state;
  const names = imageFieldNames(kind.imageName);
  const handleChange = (choice: ImageChoice) =>
    dispatch({
      type: 'changed',
      file: choice.file,
      values: { [names.alt]: choice.alt, [names.remove]: choice.isRemoved ? 'true' : '', ...focalValues(choice.focal) },
    });
  return (
    <Panel>
      <ImageField
        label={label}
        name={kind.imageName}
        stored={{ src, alt: baseline[names.alt] ?? '', focal: toFocal(baseline) }}
        value={{ file, alt: values[names.alt] ?? '', focal: toFocal(values), isRemoved: values[names.remove] === 'true' }}
        onChange={handleChange}
        error={errors[kind.imageName]}
        altError={errors[names.alt]}
      />
    </Panel>
  );
};
