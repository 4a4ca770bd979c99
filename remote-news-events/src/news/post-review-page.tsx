import { parseSiteText } from '@site/shared/domain/parse-site-text';
import type { HostServices } from '@site/shared/remote/host-services';
import type { Reviewed } from '@site/shared/remote/review-link';
import { useLoaderData } from '@site/shared/router';
import { ReviewFrame } from '@site/shared/ui/review-frame';
import { useMemo } from 'react';
import { NewsArticle } from './news-article-page.tsx';
import { getDraftAuthor, type NewsArticleData, toArticle } from './news-data.ts';

/** Shows a draft to anyone outside the staff who has the review link. */
export const PostReviewPage = ({ services }: { readonly services: Pick<HostServices, 'notify' | 'site'> }) => {
  const review = useLoaderData<Reviewed>();
  const { site } = services;
  const post = review.ok ? review.value.post : null;
  const page = useMemo(
    (): NewsArticleData =>
      post === null
        ? { state: 'missing' }
        : {
            state: 'loaded',
            article: toArticle({ ...post, author: getDraftAuthor(post) }, parseSiteText(post.content, site)),
            related: [],
            older: null,
            newer: null,
          },
    [post, site],
  );
  return (
    <ReviewFrame reviewed={review} isFound={post !== null}>
      <NewsArticle page={page} services={services} />
    </ReviewFrame>
  );
};
