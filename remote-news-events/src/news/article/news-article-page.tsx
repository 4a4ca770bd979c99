import type { HostServices } from '@site/shared/remote/host-services';
import { useLoaderData } from '@site/shared/router';
import { ButtonLink } from '@site/shared/ui/button';
import { Badge, ChipList } from '@site/shared/ui/chip';
import { ContentImage } from '@site/shared/ui/content-image';
import { LoadFailure } from '@site/shared/ui/page-failure';
import { RichText } from '@site/shared/ui/rich-text';
import { BACK_TO_NEWS, POST_FAILED, POST_MISSING, POST_MISSING_HELP } from '../news-content.ts';
import { PostByline } from '../post-byline.tsx';
import type { ArticleView, NewsArticleData } from './news-article-loader.ts';
import styles from './news-article-page.module.css';
import { PostNeighbours } from './post-neighbours.tsx';
import { RelatedPosts } from './related-posts-section.tsx';
import { ShareRow } from './share-row.tsx';

type Services = Pick<HostServices, 'notify' | 'site'>;

const BackToNews = () => (
  <ButtonLink variant="secondary" to="/news">
    {BACK_TO_NEWS}
  </ButtonLink>
);

const Article = ({ article, services }: { readonly article: ArticleView; readonly services: Services }) => (
  <article>
    <div className={styles.hero}>
      <ContentImage src={article.image} alt={article.imageAlt} width={1600} height={686} sizes="100vw" priority />
    </div>
    <div className={styles.column}>
      {article.category !== '' && <Badge>{article.category}</Badge>}
      <h1 className={styles.title}>{article.title}</h1>
      <PostByline author={article.author} publishedAt={article.publishedAt} note={`${article.readingMinutes} min read`} avatarSize="normal" />
      <ShareRow
        title={article.title}
        url={new URL(article.path, services.site.siteUrl).href}
        onCopied={() => services.notify.success('Link copied')}
        onCopyFailed={() => services.notify.error('The link could not be copied')}
      />
      <RichText nodes={article.content} />
      {article.tags.length > 0 && <ChipList label="Tags" items={article.tags} />}
    </div>
  </article>
);

/** One article, with what to read next, or why there is none. */
export const NewsArticle = ({ page, services }: { readonly page: NewsArticleData; readonly services: Services }) => {
  switch (page.state) {
    case 'failed':
      return <LoadFailure title={POST_FAILED} action={<BackToNews />} />;
    case 'missing':
      return <LoadFailure title={POST_MISSING} message={POST_MISSING_HELP} action={<BackToNews />} canRetry={false} />;
    case 'loaded':
      return (
        <>
          <Article article={page.article} services={services} />
          <PostNeighbours older={page.older} newer={page.newer} />
          <RelatedPosts posts={page.related} />
        </>
      );
    default:
      return page satisfies never;
  }
};

export const NewsArticlePage = ({ services }: { readonly services: Services }) => <NewsArticle page={useLoaderData<NewsArticleData>()} services={services} />;
