import { join } from 'node:path';
import { write } from './files.ts';
import type { KindNames } from './kind.ts';

export const writeKindScreens = ({ one, One, many, Many, MANY }: KindNames): void => {
  const folder = `remote-auth-admin/src/${many}`;
  write(
    join(folder, `${one}-source.ts`),
    `import { list${Many}Page, type ${One} } from '@site/shared/contracts/${one}';
import type { HostServices } from '@site/shared/remote/host-services';
import { createListSource, type ListSource } from '../listing/list-source.ts';

/** Lists all ${many}, without their texts. */
export const ${one}Source = ({ http }: HostServices): ListSource<${One}> =>
  createListSource(
    {
      sorts: { title: 'title', status: 'status', published: 'publishAt', changed: 'updatedAt' },
      filters: { draft: { status: 'draft' }, scheduled: { status: 'scheduled' }, published: { status: 'published' }, archived: { status: 'archived' } },
      order: { sort: 'changed', isDescending: true },
    },
    (query, signal) => http.call(list${Many}Page, { query: { status: 'all', view: 'summary', scope: 'all', ...query }, ...(signal && { signal }) }),
  );
`,
  );
  write(
    join(folder, `${one}-list-page.tsx`),
    `import type { ApiError } from '@site/shared/contracts/api-error';
import { delete${One}, restore${One}, type ${One}, update${One} } from '@site/shared/contracts/${one}';
import { formatShortDate } from '@site/shared/domain/dates';
import type { Result } from '@site/shared/domain/result';
import { hasRole, mayWriteDocument } from '@site/shared/domain/roles';
import { useLoaderData } from '@site/shared/router';
import { ButtonLink } from '@site/shared/ui/button';
import { plusIcon } from '@site/shared/ui/icon-shapes';
import { useStore } from 'zustand/react';
import { duplicateAction } from '../copies/duplicate-action.ts';
import { ContentStatusChip } from '../layout/status-chip.tsx';
import type { ListDefinition } from '../listing/list-definition.ts';
import { ListScreen } from '../listing/list-screen.tsx';
import type { Page } from '../listing/list-source.ts';
import { RowLink } from '../listing/list-table.tsx';
import { publishActions } from '../listing/publish-actions.ts';
import type { ScreenProps } from '../session/staff-screen.tsx';
import { ${one}Source } from './${one}-source.ts';

const ${MANY}: ListDefinition<${One}> = {
  one: '${one}',
  many: '${many}',
  getId: ({ _id }) => _id,
  getName: ({ title }) => title || 'Untitled',
  columns: [
    { key: 'title', name: 'Title', cell: ({ _id, title }) => <RowLink to={\`/admin/${many}/\${_id}\`}>{title}</RowLink> },
    { key: 'status', name: 'Status', cell: ({ status }) => <ContentStatusChip status={status} /> },
    { key: 'published', name: 'Published', cell: ({ publishAt }) => formatShortDate(publishAt), isDate: true, isSecondary: true },
    { key: 'changed', name: 'Changed', cell: ({ updatedAt }) => formatShortDate(updatedAt), isDate: true },
  ],
  filters: [
    { value: '', label: 'All' },
    { value: 'draft', label: 'Drafts' },
    { value: 'scheduled', label: 'Scheduled' },
    { value: 'published', label: 'Published' },
    { value: 'archived', label: 'Archived' },
  ],
};

/** Lists all ${many}, including drafts. Contributors may delete their own drafts, but cannot publish (NS-08). */
export const ${One}ListPage = ({ services }: ScreenProps) => {
  const ${many} = useLoaderData<Result<Page<${One}>, ApiError>>();
  const user = useStore(services.auth, (state) => state.user);
  const isEditor = user !== null && hasRole(user.role, 'editor');
  const { http } = services;
  const params = ({ _id }: ${One}) => ({ params: { id: _id } });
  const duplicate = duplicateAction(${MANY}, http, '${one}');
  return (
    <ListScreen
      services={services}
      title="${Many}"
      list={${MANY}}
      source={${one}Source(services)}
      data={${many}}
      action={
        <ButtonLink to="/admin/${many}/new" icon={plusIcon}>
          New ${one}
        </ButtonLink>
      }
      emptyMessage="Create the first one. Only staff can see drafts."
      bulkActions={isEditor ? [...publishActions(${MANY}, (row, body) => http.call(update${One}, { ...params(row), body })), duplicate] : [duplicate]}
      removal={{
        appliesTo: (row) => user !== null && mayWriteDocument(user, row),
        run: (row) => http.call(delete${One}, params(row)),
        restore: (row) => http.call(restore${One}, params(row)),
      }}
    />
  );
};
`,
  );
  write(
    join(folder, `${one}-editor.tsx`),
    `import { create${One}, delete${One}, get${One}, restore${One}, type ${One}, ${one}FormSchema, ${one}Kind, ${one}Schema, update${One} } from '@site/shared/contracts/${one}';
import type { HostServices } from '@site/shared/remote/host-services';
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

const ${one}EditorConfig: EditorConfig<${One}> = {
  content: ${one}Kind,
  schema: ${one}FormSchema,
  listPath: '/admin/${many}',
  listName: '${Many}',
  fieldAfterImage: 'slug',
  emptyDocument: v.parse(${one}Schema, { _id: 'new', status: 'draft' }),
  getMetadata: ({ _id, updatedAt, status, publishAt, unpublishAt = null, authorId, coverImage, coverImageFocal }) => ({
    id: _id,
    version: updatedAt,
    status,
    publishAt,
    unpublishAt,
    authorId,
    image: coverImage,
    focal: coverImageFocal ?? null,
  }),
  publicPath: ({ slug }) => \`/${many}/\${slug}\`,
  previewPath: ({ _id }) => \`/${many}/preview/\${_id}\`,
  get: (http, id, options) => http.call(get${One}, { params: { slug: id }, ...options }),
  findBySlug: (http, slug) => http.call(get${One}, { params: { slug }, silent: true }),
  create: (http, body, options) => http.call(create${One}, { body, ...options }),
  update: (http, id, body, options) => http.call(update${One}, { params: { id }, body, ...options }),
  remove: (http, id) => http.call(delete${One}, { params: { id } }),
  restore: (http, id) => http.call(restore${One}, { params: { id } }),
};

interface ${One}EditorProps {
  readonly services: HostServices;
  readonly richText: typeof RichTextField;
  readonly ${one}: ${One} | null;
}

const ${One}Editor = ({ services, richText: RichText, ${one} }: ${One}EditorProps) => {
  const editor = useEditor(services, ${one}EditorConfig, ${one});
  const { state, field, valueField } = editor;
  const { document, values } = state;
  const panels = (
    <>
      <ImagePanel services={services} editor={editor} />
      <SidePanel title="URL">
        <SlugField
          services={services}
          kind="${one}"
          title={values.title ?? ''}
          {...valueField('slug')}
          documentId={document?._id ?? ''}
          isFrozen={document !== null && (document.status === 'published' || (document.publishAt !== null && document.status !== 'scheduled'))}
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

/** Creates a ${one}, or edits one. */
export const ${One}EditorPage = ({ services, richText }: Omit<${One}EditorProps, '${one}'>) => (
  <EditorPage<${One}> config={${one}EditorConfig}>
    {(${one}, key) => <${One}Editor key={key} services={services} richText={richText} ${one}={${one}} />}
  </EditorPage>
);
`,
  );
};
