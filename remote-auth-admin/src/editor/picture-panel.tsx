import { useCallback, useEffect, useRef } from 'react';
import { PictureField } from '../forms/picture-field.tsx';
import { pictureTexts } from './document-kind.ts';
import { Panel } from './panel.tsx';
import type { DocumentEditor } from './use-document-session.ts';

export interface PicturePanelProps<Doc> {
  readonly editor: DocumentEditor<Doc>;
  readonly label: string;
  /** Address of the stored picture; '' when there is none. */
  readonly src: string;
}

/** The document's picture. Its fields keep their own state as native fields; the session reads them as they stand. */
export const PicturePanel = <Doc,>({ editor: { session, state }, label, src }: PicturePanelProps<Doc>) => {
  const box = useRef<HTMLDivElement>(null);
  const name = session.kind.pictureName;
  const altName = `${name}Alt`;

  const read = useCallback(() => {
    const fields = [...(box.current?.querySelectorAll('input') ?? [])];
    const textOf = (field: string): string => fields.find((input) => input.name === field)?.value ?? '';
    const file = fields.find((input) => input.name === name)?.files?.[0] ?? null;
    return { texts: box.current === null ? {} : Object.fromEntries(pictureTexts(name).map((field) => [field, textOf(field)])), file };
  }, [name]);
  useEffect(() => session.connectPicture(read), [session, read]);

  // What the field tells is not drawn yet when it tells it.
  const changed = () => window.setTimeout(session.pictureChanged, 0);
  return (
    <Panel>
      <div ref={box} onInput={changed} onChange={changed}>
        <PictureField
          // What was sent is no longer a choice, and a text that was brought back stands in the field.
          key={`${state.pictureTurn}.${state.turn}`}
          label={label}
          name={name}
          src={src}
          alt={state.values[altName] ?? ''}
          error={state.errors[name]}
          altError={state.errors[altName]}
          onChange={changed}
        />
      </div>
    </Panel>
  );
};
