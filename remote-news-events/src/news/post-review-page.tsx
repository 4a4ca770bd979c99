import type { ApiError } from '@site/shared/contracts/api-error';
import type { ResponseOf } from '@site/shared/contracts/endpoint';
import type { getReviewedDocument } from '@site/shared/contracts/review';
import { parseSiteText } from '@site/shared/domain/parse-site-text';
import type { Result } from '@site/shared/domain/result';
import type { HostServices } from '@site/shared/remote/host-services';
import { useLoaderData } from '@site/shared/router';
import { useMemo } from 'react';
import { ReviewFrame } from '../area/review-frame.tsx';
import { NewsArticle } from './news-article-page.tsx';
import { type NewsArticleData, toArticle } from './news-data.ts';

/** A draft as somebody outside of the staff sees it who has the link. */
export const PostReviewPage = ({ services }: { readonly services: Pick<HostServices, 'notify' | 'site'> }) => {
  const reviewed = useLoaderData<Result<ResponseOf<typeof getReviewedDocument>, ApiError>>();
  const { site } = services;
  const post = reviewed.ok ? reviewed.value.post : null;
  const page = useMemo(
    (): NewsArticleData =>
      post === null
        ? { state: 'missing' }
        : { state: 'loaded', article: toArticle(post, parseSiteText(post.content, site)), related: [], older: null, newer: null },
    [post, site],
  );
  return (
    <ReviewFrame reviewed={reviewed} isFound={post !== null}>
      <NewsArticle page={page} services={services} />
    </ReviewFrame>
  );
};
