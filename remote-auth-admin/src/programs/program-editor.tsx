import type { Program } from '@site/shared/contracts/program';
import type { HostServices } from '@site/shared/remote/host-services';
import { useCallback } from 'react';
import { EditorFrame } from '../editor/editor-frame.tsx';
import { EditorPage } from '../editor/editor-page.tsx';
import { Panel } from '../editor/panel.tsx';
import { PaperField } from '../editor/paper-field.tsx';
import { PicturePanel } from '../editor/picture-panel.tsx';
import { SlugField } from '../editor/slug-field.tsx';
import { useDocumentEditor } from '../editor/use-document-session.ts';
import type { RichTextField } from '../rich-text/rich-text-field.tsx';
import { programKind } from './program-kind.ts';

interface ProgramEditorProps {
  readonly services: HostServices;
  /** Comes with a chunk of its own, which both editors with formatted text share. */
  readonly richText: typeof RichTextField;
  readonly program: Program | null;
}

const ProgramEditor = ({ services, richText: RichText, program }: ProgramEditorProps) => {
  const editor = useDocumentEditor(services, programKind, program);
  const { session, state, field } = editor;
  const { document, values, errors } = state;
  const setSlug = useCallback((slug: string) => session.change({ slug }), [session]);
  return (
    <EditorFrame
      services={services}
      editor={editor}
      paper={
        <RichText
          key={state.turn}
          services={services}
          label="Content"
          name="content"
          html={values.content ?? ''}
          error={errors.content}
          onChange={(content) => session.change({ content })}
        >
          <PaperField label="Title" look="title" maxLength={140} {...field('title')} />
        </RichText>
      }
      side={
        <>
          <PicturePanel editor={editor} label="Cover image" src={document?.coverImage ?? ''} />
          <Panel title="Address">
            <SlugField
              services={services}
              type="programs"
              path="/programs/"
              title={values.title ?? ''}
              value={values.slug ?? ''}
              error={errors.slug}
              documentId={document?._id ?? ''}
              isFrozen={document !== null}
              onSlug={setSlug}
            />
          </Panel>
        </>
      }
    />
  );
};

/** Writes a program, or changes one. */
export const ProgramEditorPage = ({ services, richText }: Omit<ProgramEditorProps, 'program'>) => (
  <EditorPage<Program> kind={programKind}>{(program, key) => <ProgramEditor key={key} services={services} richText={richText} program={program} />}</EditorPage>
);
