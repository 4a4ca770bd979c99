import type { Program } from '@site/shared/contracts/program';
import type { HostServices } from '@site/shared/remote/host-services';
import { useCallback } from 'react';
import { EditorFrame } from '../editor/editor-frame.tsx';
import { EditorPage } from '../editor/editor-page.tsx';
import { useEditor } from '../editor/editor-session.ts';
import { ImagePanel } from '../editor/image-panel.tsx';
import { Panel } from '../editor/panel.tsx';
import { PaperField } from '../editor/paper.tsx';
import { SlugField } from '../editor/slug-field.tsx';
import type { RichTextField } from '../rich-text/rich-text-field.tsx';
import { programKind } from './program-kind.ts';

interface ProgramEditorProps {
  readonly services: HostServices;
  /** Loaded as a chunk that both editors with rich text share. */
  readonly richText: typeof RichTextField;
  readonly program: Program | null;
}

const ProgramEditor = ({ services, richText: RichText, program }: ProgramEditorProps) => {
  const editor = useEditor(services, programKind, program);
  const { state, field, dispatch } = editor;
  const { document, values, errors } = state;
  const setSlug = useCallback((slug: string) => dispatch({ type: 'changed', values: { slug } }), [dispatch]);
  return (
    <EditorFrame
      services={services}
      editor={editor}
      paper={
        <RichText
          services={services}
          label="Content"
          name="content"
          html={values.content ?? ''}
          error={errors.content}
          onChange={(content) => dispatch({ type: 'changed', values: { content } })}
        >
          <PaperField label="Title" look="title" maxLength={140} {...field('title')} />
        </RichText>
      }
      side={
        <>
          <ImagePanel editor={editor} label="Cover image" src={document?.coverImage ?? ''} />
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

/** Creates a program, or edits one. */
export const ProgramEditorPage = ({ services, richText }: Omit<ProgramEditorProps, 'program'>) => (
  <EditorPage<Program> kind={programKind}>{(program, key) => <ProgramEditor key={key} services={services} richText={richText} program={program} />}</EditorPage>
);
