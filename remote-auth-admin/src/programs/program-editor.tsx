import {
  type ApplyWay,
  createProgram,
  deleteProgram,
  getProgram,
  type Program,
  programFormSchema,
  programKind,
  programSchema,
  restoreProgram,
  updateProgram,
} from '@site/shared/contracts/program';
import type { HostServices } from '@site/shared/remote/host-services';
import { SelectField, TextField } from '@site/shared/ui/field';
import * as v from 'valibot';
import { InlineTextField } from '../editor/editor-canvas.tsx';
import type { EditorConfig } from '../editor/editor-config.ts';
import { EditorFrame } from '../editor/editor-frame.tsx';
import { EditorPage } from '../editor/editor-page.tsx';
import { useEditor } from '../editor/editor-session.ts';
import { ImagePanel } from '../editor/image-panel.tsx';
import { SlugField } from '../editor/slug-field.tsx';
import { SidePanel } from '../layout/side-panel.tsx';
import type { RichTextField } from '../rich-text/rich-text-field.tsx';

const programEditorConfig: EditorConfig<Program> = {
  content: programKind,
  schema: programFormSchema,
  listPath: '/admin/programs',
  listName: 'Programs',
  fieldAfterImage: 'slug',
  emptyDocument: v.parse(programSchema, { _id: 'new', status: 'draft' }),
  getMetadata: ({ _id, updatedAt, status, publishAt = null, unpublishAt = null, coverImage, coverImageFocal }) => ({
    id: _id,
    version: updatedAt,
    status,
    publishAt,
    unpublishAt,
    image: coverImage,
    focal: coverImageFocal ?? null,
  }),
  publicPath: ({ slug }) => `/programs/${slug}`,
  previewPath: (_, { slug }) => `/programs/preview/${slug || 'new'}`,
  get: (http, id, options) => http.call(getProgram, { params: { slug: id }, ...options }),
  findBySlug: (http, slug) => http.call(getProgram, { params: { slug }, silent: true }),
  create: (http, body, options) => http.call(createProgram, { body, ...options }),
  update: (http, id, body, options) => http.call(updateProgram, { params: { id }, body, ...options }),
  remove: (http, id) => http.call(deleteProgram, { params: { id } }),
  restore: (http, id) => http.call(restoreProgram, { params: { id } }),
};

const APPLY_OPTIONS: readonly { readonly value: ApplyWay; readonly label: string }[] = [
  { value: 'whatsapp', label: 'On WhatsApp' },
  { value: 'volunteer-form', label: 'Through the volunteer form' },
  { value: 'school-visit-form', label: 'Through the school visit form' },
];

interface ProgramEditorProps {
  readonly services: HostServices;
  /** Passed as a prop, because it is part of the chunk that all editors with rich text share. */
  readonly richText: typeof RichTextField;
  readonly program: Program | null;
}

const ProgramEditor = ({ services, richText: RichText, program }: ProgramEditorProps) => {
  const editor = useEditor(services, programEditorConfig, program);
  const { state, field, valueField } = editor;
  const { document, values } = state;
  const panels = (
    <>
      <ImagePanel services={services} editor={editor} />
      <SidePanel title="Facts">
        <TextField optional hint="For example: Eight weeks" {...field('duration')} />
        <TextField optional hint="For example: 18 to 25" {...field('ages')} />
        <TextField optional hint="For example: Free" {...field('cost')} />
        <TextField optional hint="For example: 12 January 2027" {...field('nextStart')} />
        <SelectField options={APPLY_OPTIONS} {...field('applyBy')} />
        <TextField optional hint="Shown below the program. If blank, the program's slug is used as the tag." {...field('relatedTag')} />
      </SidePanel>
      <SidePanel title="URL">
        <SlugField
          services={services}
          kind="program"
          title={values.title ?? ''}
          {...valueField('slug')}
          documentId={document?._id ?? ''}
          isFrozen={document !== null && (document.status === 'published' || ((document.publishAt ?? null) !== null && document.status !== 'scheduled'))}
        />
      </SidePanel>
    </>
  );
  return (
    <EditorFrame services={services} editor={editor} side={panels}>
      <RichText services={services} {...valueField('content')} place={editor.getPlace('content')}>
        <InlineTextField variant="title" {...field('title')} />
      </RichText>
    </EditorFrame>
  );
};

/** Creates or edits a program. */
export const ProgramEditorPage = ({ services, richText }: Omit<ProgramEditorProps, 'program'>) => (
  <EditorPage<Program> config={programEditorConfig}>
    {(program, key) => <ProgramEditor key={key} services={services} richText={richText} program={program} />}
  </EditorPage>
);
