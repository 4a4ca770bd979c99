import { listPosts, type Post } from '@site/shared/contracts/post';
import type { HostServices } from '@site/shared/remote/host-services';
import { useCallback } from 'react';
import { CategoryField } from '../editor/category-field.tsx';
import { EditorFrame } from '../editor/editor-frame.tsx';
import { EditorPage } from '../editor/editor-page.tsx';
import { useEditor } from '../editor/editor-session.ts';
import { ImagePanel } from '../editor/image-panel.tsx';
import { Panel } from '../editor/panel.tsx';
import { PaperField } from '../editor/paper.tsx';
import { SharePreview } from '../editor/share-preview.tsx';
import { SlugField } from '../editor/slug-field.tsx';
import type { RichTextField } from '../rich-text/rich-text-field.tsx';
import { TagInput } from '../tag-input/tag-input.tsx';
import { postKind } from './post-kind.ts';

interface PostEditorProps {
  readonly services: HostServices;
  /** Loaded as a chunk that both editors with rich text share. */
  readonly richText: typeof RichTextField;
  readonly post: Post | null;
}

const PostEditor = ({ services, richText: RichText, post }: PostEditorProps) => {
  const editor = useEditor(services, postKind, post);
  const { state, field, dispatch } = editor;
  const { document, values, errors } = state;
  const setSlug = useCallback((slug: string) => dispatch({ type: 'changed', values: { slug } }), [dispatch]);
  const categories = async (): Promise<readonly string[]> => {
    const posts = await services.http.call(listPosts, { query: { status: 'all', limit: '200' }, silent: true });
    return posts.ok ? posts.value.map(({ category }) => category) : [];
  };
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
          <PaperField label="Excerpt" look="excerpt" maxLength={300} {...field('excerpt')} />
        </RichText>
      }
      side={
        <>
          <ImagePanel editor={editor} label="Featured image" src={document?.featuredImage ?? ''} />
          <Panel title="About this post">
            <CategoryField field={field('category')} load={categories} />
            <TagInput
              label="Tags"
              name="tags"
              value={values.tags ?? ''}
              error={errors.tags}
              onChange={(tags) => dispatch({ type: 'changed', values: { tags } })}
            />
            <SlugField
              services={services}
              type="posts"
              path="/news/"
              title={values.title ?? ''}
              value={values.slug ?? ''}
              error={errors.slug}
              documentId={document?._id ?? ''}
              isFrozen={(document?.publishedAt ?? null) !== null && document?.status !== 'scheduled'}
              onSlug={setSlug}
            />
          </Panel>
          <SharePreview siteUrl={services.site.siteUrl} title={values.title ?? ''} lead={values.excerpt ?? ''} picture={document?.featuredImage ?? ''} />
        </>
      }
    />
  );
};

/** Creates a post, or edits one. */
export const PostEditorPage = ({ services, richText }: Omit<PostEditorProps, 'post'>) => (
  <EditorPage<Post> kind={postKind}>{(post, key) => <PostEditor key={key} services={services} richText={richText} post={post} />}</EditorPage>
);
