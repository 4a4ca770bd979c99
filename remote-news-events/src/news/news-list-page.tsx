import { useLoaderData } from '@site/shared/router';
import { ButtonLink } from '@site/shared/ui/button';
import { Card, CardBody, CardFoot, CardMedia, CardTitle } from '@site/shared/ui/card';
import { ContentImage } from '@site/shared/ui/content-image';
import { EmptyState } from '@site/shared/ui/empty-state';
import { Grid } from '@site/shared/ui/grid';
import { PageBanner } from '@site/shared/ui/page-banner';
import { LoadFailure } from '@site/shared/ui/page-failure';
import { Section } from '@site/shared/ui/section';
import { MoreLink } from '@site/shared/ui/text-link';
import { SubscribeLine } from '../feeds/subscribe-line.tsx';
import { PageLinks } from '../listing/page-links.tsx';
import { CategoryLink, TagLinks } from '../topics/topic-links.tsx';
import { getListPath, getTopicTitle } from '../topics/topics.ts';
import {
  ALL_NEWS,
  BACK_TO_NEWS,
  getTopicDescription,
  NEWS_EMPTY,
  NEWS_EMPTY_MESSAGE,
  NEWS_FAILED,
  NEWS_LEAD,
  NEWS_TITLE,
  NEWS_TOPICS_TITLE,
  TOPIC_MISSING,
  TOPIC_MISSING_HELP,
} from './news-content.ts';
import type { NewsListData, PostSummary } from './news-data.ts';
import { isEmptyTopic } from './news-feeds.ts';
import styles from './news-list-page.module.css';
import { PostByline } from './post-byline.tsx';

/** Position of a card in the grid. The newest post has a wide card; the image of the second post fills a card of the same height. */
type PostCardPosition = 'first' | 'second' | 'rest';

const SIZES = {
  first: '(min-width: 1024px) 760px, (min-width: 768px) 50vw, calc(100vw - 40px)',
  second: '(min-width: 1024px) 380px, (min-width: 768px) 50vw, calc(100vw - 40px)',
  rest: '(min-width: 1024px) 380px, (min-width: 768px) 50vw, calc(100vw - 40px)',
};

const PostCard = ({ post, position }: { readonly post: PostSummary; readonly position: PostCardPosition }) => (
  <Card as="li" linked>
    <CardMedia fit={position === 'rest' ? 'wide' : 'fill'} className={styles.media}>
      <ContentImage
        src={post.image}
        alt={post.imageAlt}
        color={post.imageColor}
        width={800}
        height={450}
        sizes={SIZES[position]}
        priority={position === 'first'}
      />
    </CardMedia>
    <CategoryLink list="/news" category={post.category} isOnCard />
    <CardBody className={position === 'rest' ? undefined : styles.body}>
      <PostByline author={post.author} publishedAt={post.publishedAt} />
      <CardTitle level={2} to={post.path} large={position === 'first'}>
        {post.title}
      </CardTitle>
      {post.excerpt !== '' && <p className={styles.excerpt}>{post.excerpt}</p>}
      <TagLinks list="/news" tags={post.tags} />
      <CardFoot>
        <MoreLink to={post.path} label={`Read More: ${post.title}`}>
          Read More
        </MoreLink>
      </CardFoot>
    </CardBody>
  </Card>
);

const CARD_POSITIONS: readonly PostCardPosition[] = ['first', 'second'];

const NewsList = ({ page }: { readonly page: Exclude<NewsListData, { state: 'missing' }> }) => {
  if (page.state === 'failed') return <LoadFailure title={NEWS_FAILED} underHeading />;
  const { list, topic } = page;
  if (list.items.length === 0) return <EmptyState title={NEWS_EMPTY} message={NEWS_EMPTY_MESSAGE} level={2} />;
  return (
    <>
      <Grid columns={3} wideFirst as="ul" label="News articles">
        {list.items.map((post, index) => (
          <PostCard key={post.path} post={post} position={CARD_POSITIONS[index] ?? 'rest'} />
        ))}
      </Grid>
      <PageLinks label="Pages of news" path={getListPath('/news', topic)} page={list.page} pageCount={list.pageCount} />
    </>
  );
};

const BackToNews = () => (
  <ButtonLink variant="secondary" to="/news">
    {BACK_TO_NEWS}
  </ButtonLink>
);

export const NewsListPage = () => {
  const page = useLoaderData<NewsListData>();
  if (page.state === 'missing') return <LoadFailure title={TOPIC_MISSING} message={TOPIC_MISSING_HELP} action={<BackToNews />} canRetry={false} />;
  const topic = page.state === 'loaded' ? page.topic : undefined;
  return (
    <>
      <PageBanner
        tone="indigo"
        title={topic === undefined ? NEWS_TITLE : getTopicTitle(NEWS_TOPICS_TITLE, topic)}
        lead={topic === undefined ? NEWS_LEAD : getTopicDescription(topic)}
      />
      <Section spacing="tight">
        {topic !== undefined && (
          <p className={styles.back}>
            <MoreLink to="/news" back>
              {ALL_NEWS}
            </MoreLink>
          </p>
        )}
        <NewsList page={page} />
        {!isEmptyTopic(page) && <SubscribeLine listPath={getListPath('/news', topic)} name={topic?.name ?? NEWS_TOPICS_TITLE} />}
      </Section>
    </>
  );
};
