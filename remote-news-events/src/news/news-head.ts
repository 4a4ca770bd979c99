import type { SiteConfig } from '@site/shared/contracts/site';
import { formatLongDate } from '@site/shared/domain/dates';
import type { PageAlternate, PageHead } from '@site/shared/remote/remote-contract';
import { ATOM_PATH, ATOM_TITLE, NEWS_LEAD, NEWS_TITLE, POST_FAILED, POST_MISSING, RSS_PATH, RSS_TITLE } from './news-content.ts';
import type { NewsArticleData, NewsListData } from './news-data.ts';

const FEEDS: readonly PageAlternate[] = [
  { path: RSS_PATH, type: 'application/rss+xml', title: RSS_TITLE },
  { path: ATOM_PATH, type: 'application/atom+xml', title: ATOM_TITLE },
];

export const getNewsListHead = (data: NewsListData | undefined): PageHead => {
  const page = data?.state === 'loaded' ? data.list.page : 1;
  if (page === 1) return { title: NEWS_TITLE, description: NEWS_LEAD, alternates: FEEDS };
  return { title: `${NEWS_TITLE}, page ${page}`, description: NEWS_LEAD, canonicalPath: `/news?page=${page}`, alternates: FEEDS };
};

/** Includes structured data of type NewsArticle. */
export const getNewsArticleHead =
  (site: SiteConfig) =>
  (data: NewsArticleData | undefined): PageHead => {
    if (data?.state !== 'loaded') return { title: data?.state === 'missing' ? POST_MISSING : POST_FAILED, description: NEWS_LEAD };
    const { article } = data;
    const absolute = (path: string): string => new URL(path, site.siteUrl).href;
    const newsArticle = {
      '@context': 'https://schema.org',
      '@type': 'NewsArticle',
      headline: article.title,
      description: article.description,
      mainEntityOfPage: absolute(article.path),
      ...(article.image === '' ? {} : { image: [absolute(article.image)] }),
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
      ...(article.image === '' ? {} : { image: article.image, imageAlt: article.imageAlt }),
      structuredData: [newsArticle],
      alternates: FEEDS,
    };
  };
