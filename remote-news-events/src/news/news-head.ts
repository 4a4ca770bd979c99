import type { SiteConfig } from '@site/shared/contracts/site';
import { formatLongDate } from '@site/shared/domain/dates';
import type { PageHead } from '@site/shared/remote/remote-contract';
import { getListPath, getTopicTitle } from '../topics/topics.ts';
import { getTopicDescription, NEWS_LEAD, NEWS_TITLE, NEWS_TOPICS_TITLE, POST_FAILED, POST_MISSING, TOPIC_MISSING } from './news-content.ts';
import type { NewsArticleData, NewsListData } from './news-data.ts';
import { getFeeds, isEmptyTopic } from './news-feeds.ts';

export const getNewsListHead = (data: NewsListData | undefined): PageHead => {
  if (data?.state === 'missing') return { title: TOPIC_MISSING, description: NEWS_LEAD };
  if (data?.state !== 'loaded') return { title: NEWS_TITLE, description: NEWS_LEAD, alternates: getFeeds() };
  const { list, topic } = data;
  const title = topic === undefined ? NEWS_TITLE : getTopicTitle(NEWS_TOPICS_TITLE, topic);
  const head = { title, description: topic === undefined ? NEWS_LEAD : getTopicDescription(topic), alternates: isEmptyTopic(data) ? [] : getFeeds(topic) };
  if (list.page === 1) return head;
  return { ...head, title: `${title}, page ${list.page}`, canonicalPath: `${getListPath('/news', topic)}?page=${list.page}` };
};

export const getNewsArticleHead =
  (site: SiteConfig) =>
  (data: NewsArticleData | undefined): PageHead => {
    if (data?.state !== 'loaded') return { title: data?.state === 'missing' ? POST_MISSING : POST_FAILED, description: NEWS_LEAD };
    const { article } = data;
    const toAbsoluteUrl = (path: string): string => new URL(path, site.siteUrl).href;
    const newsArticle = {
      '@context': 'https://schema.org',
      '@type': 'NewsArticle',
      headline: article.title,
      description: article.description,
      mainEntityOfPage: toAbsoluteUrl(article.path),
      ...(article.image === '' ? {} : { image: [toAbsoluteUrl(article.image)] }),
      ...(article.publishedAt === null ? {} : { datePublished: article.publishedAt }),
      ...(article.updatedAt === null ? {} : { dateModified: article.updatedAt }),
      author: article.author.name === '' ? { '@type': 'Organization', name: site.organisationName } : { '@type': 'Person', name: article.author.name },
      publisher: { '@type': 'Organization', name: site.organisationName, url: site.siteUrl },
    };
    const date = formatLongDate(article.publishedAt);
    return {
      title: article.title,
      description: article.description || [article.title, date].filter((part) => part !== '').join(', '),
      type: 'article',
      ...(article.shareImage === '' ? {} : { image: article.shareImage, imageAlt: article.imageAlt }),
      structuredData: [newsArticle],
      alternates: getFeeds(),
    };
  };
