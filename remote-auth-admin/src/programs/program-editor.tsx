import type { Program } from '@site/shared/contracts/program';
import type { HostServices } from '@site/shared/host-services';
import { TextAreaField } from '@site/shared/ui/field';
import { useCallback } from 'react';
import { EditorFrame } from '../editor/editor-frame.tsx';
import { EditorPage } from '../editor/editor-page.tsx';
import { Panel } from '../editor/panel.tsx';
import { Paper } from '../editor/paper.tsx';
import { PaperField } from '../editor/paper-field.tsx';
import { PicturePanel } from '../editor/picture-panel.tsx';
import { SlugField } from '../editor/slug-field.tsx';
import { useDocumentEditor } from '../editor/use-document-session.ts';
import { programKind } from './program-kind.ts';

interface ProgramEditorProps {
  readonly services: HostServices;
  readonly program: Program | null;
}

const ProgramEditor = ({ services, program }: ProgramEditorProps) => {
  const editor = useDocumentEditor(services, programKind, program);
  const { session, state, field } = editor;
  const { document, values, errors } = state;
  const setSlug = useCallback((slug: string) => session.change({ slug }), [session]);
  return (
    <EditorFrame
      services={services}
      editor={editor}
      paper={
        <Paper>
          <PaperField label="Title" look="title" maxLength={140} {...field('title')} />
          <TextAreaField label="Content" rows={20} {...field('content')} />
        </Paper>
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
export const ProgramEditorPage = ({ services }: { readonly services: HostServices }) => (
  <EditorPage<Program> kind={programKind}>{(program, key) => <ProgramEditor key={key} services={services} program={program} />}</EditorPage>
);
