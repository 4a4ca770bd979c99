import { formatLongDate } from '@site/shared/domain/dates';
import type { HostServices } from '@site/shared/remote/host-services';
import { Link, useLoaderData } from '@site/shared/router';
import { ButtonLink } from '@site/shared/ui/button';
import { Card, CardBody, CardMedia, CardTitle } from '@site/shared/ui/card';
import { ContentImage } from '@site/shared/ui/content-image';
import { Grid } from '@site/shared/ui/grid';
import { Icon } from '@site/shared/ui/icon';
import { leftIcon, rightIcon } from '@site/shared/ui/icon-shapes';
import { LoadFailure } from '@site/shared/ui/page-failure';
import { RichText } from '@site/shared/ui/rich-text';
import { Section, SectionHead } from '@site/shared/ui/section';
import { ShareRow } from '@site/shared/ui/share-row';
import { CategoryLink, TagLinks } from '../topics/topic-links.tsx';
import styles from './news-article-page.module.css';
import { BACK_TO_NEWS, POST_FAILED, POST_MISSING, POST_MISSING_HELP } from './news-content.ts';
import type { ArticleContent, NewsArticleData, PostLink, RelatedPost } from './news-data.ts';
import { PostByline } from './post-byline.tsx';

const AdjacentPosts = ({ older, newer }: { readonly older: PostLink | null; readonly newer: PostLink | null }) => {
  if (older === null && newer === null) return null;
  return (
    <nav className={styles.neighbours} aria-label="More articles">
      {older !== null && (
        <Link className={styles.older} to={older.path}>
          <span className={styles.direction}>
            <Icon shape={leftIcon} />
            Previous article
          </span>
          <span className={styles.title}>{older.title}</span>
        </Link>
      )}
      {newer !== null && (
        <Link className={styles.newer} to={newer.path}>
          <span className={styles.direction}>
            Next article
            <Icon shape={rightIcon} />
          </span>
          <span className={styles.title}>{newer.title}</span>
        </Link>
      )}
    </nav>
  );
};

/** Renders nothing if there are no related posts (POST-04). */
const RelatedPosts = ({ posts }: { readonly posts: readonly RelatedPost[] }) => {
  if (posts.length === 0) return null;
  return (
    <Section tone="mist" labelledBy="related-posts">
      <SectionHead title="Related Posts" id="related-posts" />
      <Grid columns={2} as="ul">
        {posts.map((post) => (
          <Card as="li" linked key={post.path}>
            <CardMedia className={styles.media}>
              <ContentImage
                src={post.image}
                alt={post.imageAlt}
                color={post.imageColor}
                width={800}
                height={450}
                sizes="(min-width: 768px) 50vw, calc(100vw - 40px)"
              />
            </CardMedia>
            <CardBody>
              <CardTitle to={post.path}>{post.title}</CardTitle>
              {post.publishedAt !== null && (
                <p className={styles.date}>
                  <time dateTime={post.publishedAt}>{formatLongDate(post.publishedAt)}</time>
                </p>
              )}
            </CardBody>
          </Card>
        ))}
      </Grid>
    </Section>
  );
};

type Services = Pick<HostServices, 'notify' | 'site'>;

const BackToNews = () => (
  <ButtonLink variant="secondary" to="/news">
    {BACK_TO_NEWS}
  </ButtonLink>
);

/** Requests phone images for 88% of the screen's width. Visitors see no difference, and the typical file is a fifth smaller. */
const HERO_SIZES = '(max-width: 640px) 88vw, (max-width: 1023px) 100vw, 720px';

const Article = ({ article, services }: { readonly article: ArticleContent; readonly services: Services }) => (
  <article>
    <div className={styles.hero}>
      <ContentImage src={article.image} alt={article.imageAlt} color={article.imageColor} width={1600} height={686} sizes={HERO_SIZES} priority />
    </div>
    <div className={styles.column}>
      <CategoryLink list="/news" category={article.category} />
      <h1 className={styles.articleTitle}>{article.title}</h1>
      <PostByline author={article.author} publishedAt={article.publishedAt} note={`${article.readingMinutes} min read`} avatarSize="normal" />
      <ShareRow label="Share this article" title={article.title} path={article.path} services={services} />
      <RichText nodes={article.content} />
      <TagLinks list="/news" tags={article.tags} />
    </div>
  </article>
);

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
          <AdjacentPosts older={page.older} newer={page.newer} />
          <div className={styles.related}>
            <RelatedPosts posts={page.related} />
          </div>
        </>
      );
    default:
      return page satisfies never;
  }
};

export const NewsArticlePage = ({ services }: { readonly services: Services }) => <NewsArticle page={useLoaderData<NewsArticleData>()} services={services} />;
