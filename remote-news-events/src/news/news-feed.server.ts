import type { ApiError } from '@site/shared/contracts/api-error';
import type { Post } from '@site/shared/contracts/post';
import type { SiteConfig } from '@site/shared/contracts/site';
import { parseSiteText } from '@site/shared/domain/parse-site-text';
import { failure, type Result, success } from '@site/shared/domain/result';
import type { HostServices } from '@site/shared/remote/host-services';
import type { FeedFormat } from '../feeds/feed-formats.ts';
import { type FeedItem, getChannel, getFeedImage, getFeedItemId, parseDate, richTextHtml, writeFeed } from '../feeds/feed-writer.server.ts';
import { findTopic, getListPath, type TopicReference } from '../topics/topics.ts';
import { getTopicDescription, NEWS_LEAD } from './news-content.ts';
import { getNewsPosts, getPostPath, toPostSummary } from './news-data.ts';

const MAX_FEED_POSTS = 20;

const toFeedItem = (post: Post, site: SiteConfig): FeedItem => {
  const card = toPostSummary(post);
  const published = parseDate(post.publishedAt);
  return {
    id: getFeedItemId('post', post._id, site),
    url: new URL(getPostPath(post), site.siteUrl).href,
    title: card.title,
    summary: card.excerpt,
    html: richTextHtml(parseSiteText(post.content, site), site.siteUrl),
    author: card.author.name || site.organisationName,
    categories: [...new Set([post.category, ...post.tags])].filter((name) => name !== ''),
    image: getFeedImage(post.featuredImage, post.featuredImageAlt, site),
    published,
    updated: new Date(Math.max(published.getTime(), parseDate(post.updatedAt).getTime())),
  };
};

export const getNewsFeed = async (
  services: HostServices,
  format: FeedFormat,
  signal: AbortSignal,
  reference?: TopicReference,
): Promise<Result<string, ApiError>> => {
  const listed = await getNewsPosts(services, reference, { limit: String(MAX_FEED_POSTS) }, { signal });
  if (!listed.ok) return listed;
  const posts = listed.value.items;
  const topic = reference === undefined ? undefined : findTopic(posts, reference);
  if (reference !== undefined && topic === undefined) return failure({ kind: 'not-found', message: '' });
  const { site } = services;
  const title = `News from ${site.organisationName}${topic === undefined ? '' : `: ${topic.name}`}`;
  const channel = getChannel(site, getListPath('/news', topic), format, title, topic === undefined ? NEWS_LEAD : getTopicDescription(topic));
  return success(
    writeFeed(
      format,
      posts.slice(0, MAX_FEED_POSTS).map((post) => toFeedItem(post, site)),
      channel,
    ),
  );
};
