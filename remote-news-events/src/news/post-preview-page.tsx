import { getPost, type Post, postSchema } from '@site/shared/contracts/post';
import { parseSiteText } from '@site/shared/domain/parse-site-text';
import type { HostServices } from '@site/shared/remote/host-services';
import { loadPreview, type Previewed, withDraft } from '@site/shared/remote/staff-preview';
import { type LoaderFunctionArgs, useLoaderData, useLocation } from '@site/shared/router';
import { PreviewFrame, PreviewSignIn } from '@site/shared/ui/preview-frame';
import { useMemo } from 'react';
import { NewsArticle } from './news-article-page.tsx';
import { getDraftAuthor, type NewsArticleData, toArticle } from './news-data.ts';

export const loadPostPreview = (services: HostServices, { params, request }: LoaderFunctionArgs): Promise<Previewed<Post>> =>
  loadPreview(services, getPost, { params: { idOrSlug: params.id ?? '' }, signal: request.signal });

export const PostPreviewPage = ({ services }: { readonly services: Pick<HostServices, 'notify' | 'site'> }) => {
  const preview = useLoaderData<Previewed<Post>>();
  const { state } = useLocation();
  const { site } = services;
  const page = useMemo((): NewsArticleData => {
    const post = withDraft(postSchema, preview, state);
    if (post === undefined) return { state: preview.state === 'failed' ? 'failed' : 'missing' };
    return {
      state: 'loaded',
      article: toArticle({ ...post, author: getDraftAuthor(post) }, parseSiteText(post.content, site)),
      related: [],
      older: null,
      newer: null,
    };
  }, [preview, state, site]);

  if (preview.state === 'signed-out') return <PreviewSignIn />;
  return (
    <PreviewFrame>
      <NewsArticle page={page} services={services} />
    </PreviewFrame>
  );
};
