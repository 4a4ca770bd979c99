import { createPost, deletePost, getPost, type Post, postFormSchema, postKind, postSchema, restorePost, updatePost } from '@site/shared/contracts/post';
import type { HostServices } from '@site/shared/remote/host-services';
import { TextField } from '@site/shared/ui/field';
import * as v from 'valibot';
import { CategoryField } from '../editor/category-field.tsx';
import { InlineTextField } from '../editor/editor-canvas.tsx';
import type { EditorConfig } from '../editor/editor-config.ts';
import { EditorFrame } from '../editor/editor-frame.tsx';
import { EditorPage } from '../editor/editor-page.tsx';
import { useEditor } from '../editor/editor-session.ts';
import { ImagePanel } from '../editor/image-panel.tsx';
import { SharePreview } from '../editor/share-preview.tsx';
import { SlugField } from '../editor/slug-field.tsx';
import { SidePanel } from '../layout/side-panel.tsx';
import type { RichTextField } from '../rich-text/rich-text-field.tsx';
import { TagInput } from '../tag-input/tag-input.tsx';
import { useTopics } from '../tag-input/use-topics.ts';

export const postEditorConfig: EditorConfig<Post> = {
  content: postKind,
  schema: postFormSchema,
  listPath: '/admin/posts',
  listName: 'News',
  fieldAfterImage: 'category',
  emptyDocument: v.parse(postSchema, { _id: 'new' }),
  getMetadata: ({ _id, updatedAt, status, publishedAt, unpublishAt = null, authorId, featuredImage, featuredImageFocal }) => ({
    id: _id,
    version: updatedAt,
    status,
    publishAt: publishedAt,
    unpublishAt,
    authorId,
    image: featuredImage,
    focal: featuredImageFocal ?? null,
  }),
  publicPath: ({ slug }) => `/news/${slug}`,
  previewPath: ({ _id }) => `/news/preview/${_id}`,
  get: (http, id, options) => http.call(getPost, { params: { idOrSlug: id }, ...options }),
  findBySlug: (http, slug) => http.call(getPost, { params: { idOrSlug: slug }, silent: true }),
  create: (http, body, options) => http.call(createPost, { body, ...options }),
  update: (http, id, body, options) => http.call(updatePost, { params: { id }, body, ...options }),
  remove: (http, id) => http.call(deletePost, { params: { id } }),
  restore: (http, id) => http.call(restorePost, { params: { id } }),
};

interface PostEditorProps {
  readonly services: HostServices;
  /** Passed as a prop, because it is part of the chunk that all editors with rich text share. */
  readonly richText: typeof RichTextField;
  readonly post: Post | null;
}

const PostEditor = ({ services, richText: RichText, post }: PostEditorProps) => {
  const editor = useEditor(services, postEditorConfig, post);
  const topics = useTopics(services, 'posts');
  const { state, field, valueField } = editor;
  const { document, values } = state;
  const panels = (
    <>
      <ImagePanel services={services} editor={editor} />
      <SidePanel title="About this post">
        <CategoryField topics={topics} field={field('category')} onChange={valueField('category').onChange} />
        <TagInput topics={topics} {...valueField('tags')} />
        <TextField optional hint="Shown to visitors. If blank, the name of the account that wrote the post is used." {...field('authorName')} />
        <SlugField
          services={services}
          kind="post"
          title={values.title ?? ''}
          {...valueField('slug')}
          documentId={document?._id ?? ''}
          isFrozen={(document?.publishedAt ?? null) !== null && document?.status !== 'scheduled'}
        />
      </SidePanel>
      <SharePreview siteUrl={services.site.siteUrl} title={values.title ?? ''} lead={values.excerpt ?? ''} image={document?.featuredImage ?? ''} />
    </>
  );
  return (
    <EditorFrame services={services} editor={editor} side={panels}>
      <RichText services={services} {...valueField('content')} place={editor.getPlace('content')}>
        <InlineTextField variant="title" {...field('title')} />
        <InlineTextField variant="excerpt" {...field('excerpt')} />
      </RichText>
    </EditorFrame>
  );
};

/** Creates or edits a post. */
export const PostEditorPage = ({ services, richText }: Omit<PostEditorProps, 'post'>) => (
  <EditorPage<Post> config={postEditorConfig}>{(post, key) => <PostEditor key={key} services={services} richText={richText} post={post} />}</EditorPage>
);
