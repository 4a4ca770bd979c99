import { useLoaderData } from '@site/shared/router';
import { EmptyState } from '@site/shared/ui/empty-state';
import { Grid } from '@site/shared/ui/grid';
import { PageBanner } from '@site/shared/ui/page-banner';
import { LoadFailure } from '@site/shared/ui/page-failure';
import { Section } from '@site/shared/ui/section';
import { PageLinks } from '../../listing/page-links.tsx';
import { NEWS_EMPTY, NEWS_EMPTY_MESSAGE, NEWS_FAILED, NEWS_LEAD, NEWS_TITLE } from '../news-content.ts';
import type { NewsListData } from './news-list-loader.ts';
import { PostCard, type PostCardPlace } from './post-card.tsx';
import { SubscribeLine } from './subscribe-line.tsx';

const PLACES: readonly PostCardPlace[] = ['first', 'second'];

const NewsList = ({ page }: { readonly page: NewsListData }) => {
  if (page.state === 'failed') return <LoadFailure title={NEWS_FAILED} underHeading />;
  const { list } = page;
  if (list.items.length === 0) return <EmptyState title={NEWS_EMPTY} message={NEWS_EMPTY_MESSAGE} level={2} />;
  return (
    <>
      <Grid columns={3} as="ul" label="News articles">
        {list.items.map((post, index) => (
          <PostCard key={post.path} post={post} place={PLACES[index] ?? 'rest'} />
        ))}
      </Grid>
      <PageLinks label="Pages of news" path="/news" page={list.page} pageCount={list.pageCount} />
    </>
  );
};

/** All published posts, newest first, twelve to a page. */
export const NewsListPage = () => {
  const page = useLoaderData<NewsListData>();
  return (
    <>
      <PageBanner tone="indigo" title={NEWS_TITLE} lead={NEWS_LEAD} />
      <Section spacing="tight">
        <NewsList page={page} />
        <SubscribeLine />
      </Section>
    </>
  );
};
