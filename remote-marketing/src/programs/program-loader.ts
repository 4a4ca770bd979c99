import type { ApiError } from '@site/shared/contracts/api-error';
import { listEvents } from '@site/shared/contracts/event';
import { listPosts } from '@site/shared/contracts/post';
import { type ApplyWay, getProgram, listPrograms, type Program } from '@site/shared/contracts/program';
import { type Result, success } from '@site/shared/domain/result';
import { plainText, type RichTextNode } from '@site/shared/domain/rich-text';
import { toSlug } from '@site/shared/domain/slug';
import { summarise } from '@site/shared/domain/summarise';
import type { HostServices } from '@site/shared/remote/host-services';
import type { PageAddress, PageHead } from '@site/shared/remote/remote-contract';
import { data, type LoaderFunctionArgs, redirect } from '@site/shared/router';
import { type GiftFacts, getGiftFacts } from '../giving/giving-text.ts';
import { getBreadcrumbData } from '../head/structured-data.ts';
import { getProgramPath } from './program-path.ts';
import { PROGRAMS } from './programs-content.ts';

export const getProgramAddresses = async ({ http }: HostServices, signal: AbortSignal): Promise<Result<readonly PageAddress[], ApiError>> => {
  const programs = await http.call(listPrograms, { signal, silent: true });
  if (!programs.ok) return programs;
  const listed = programs.value.filter(({ slug }) => slug !== '');
  return success(
    listed.map(({ slug, updatedAt, coverImage }) => ({ path: getProgramPath(slug), lastModified: updatedAt, ...(coverImage && { images: [coverImage] }) })),
  );
};

export interface ProgramDetail {
  readonly title: string;
  readonly coverImage: string;
  readonly coverImageAlt: string;
  readonly coverImageColor: string | undefined;
  /** Image for link previews; '' if there is none. */
  readonly shareImage: string;
  readonly content: readonly RichTextNode[];
  /** `duration`, `ages`, `cost` and `nextStart` are empty until staff enter them. */
  readonly duration: string;
  readonly ages: string;
  readonly cost: string;
  readonly nextStart: string;
  readonly applyBy: ApplyWay;
}

export interface RelatedLink {
  readonly kind: 'article' | 'event';
  readonly path: string;
  readonly title: string;
  readonly date: string | null;
}

export type ProgramOutcome =
  | { readonly kind: 'found'; readonly program: ProgramDetail; readonly related: readonly RelatedLink[]; readonly giving: GiftFacts }
  /** The URL contains a former slug of the program. */
  | { readonly kind: 'moved'; readonly path: string }
  | { readonly kind: 'missing' }
  | { readonly kind: 'failed' };

export interface ProgramData {
  readonly slug: string;
  readonly head: PageHead;
  /** In the browser, this is a promise, so that the page can show a spinner (PROG-02). */
  readonly outcome: ProgramOutcome | Promise<ProgramOutcome>;
}

const HTTP_STATUSES = { found: 200, missing: 404, failed: 503 } as const;
const DESCRIPTION_CHARACTERS = 155;

export const toProgramDetail = (
  { title, coverImage, coverImageAlt, coverImageColor, shareImage = coverImage, duration, ages, cost, nextStart, applyBy }: Program,
  content: readonly RichTextNode[],
): ProgramDetail => ({
  title,
  coverImage,
  coverImageAlt,
  coverImageColor,
  shareImage,
  content,
  duration,
  ages,
  cost,
  nextStart,
  applyBy,
});

const RELATED_LIMIT = '2';

/** Loads the next events and the newest articles with the program's tag. A failed request is treated as no results, because the page works without them. */
const getRelated = async ({ http }: HostServices, { slug, relatedTag }: Program, signal: AbortSignal): Promise<readonly RelatedLink[]> => {
  const tag = toSlug(relatedTag === '' ? slug : relatedTag);
  if (tag === '') return [];
  const query = { tag, limit: RELATED_LIMIT, view: 'summary' } as const;
  const [events, posts] = await Promise.all([
    http.call(listEvents, { query: { ...query, when: 'upcoming' }, signal, silent: true }),
    http.call(listPosts, { query, signal, silent: true }),
  ]);
  // A provider without tag support returns all items regardless.
  const hasTag = ({ tags }: { readonly tags: readonly string[] | null }) => tags?.some((name) => toSlug(name) === tag) === true;
  return [
    ...(events.ok ? events.value : []).filter(hasTag).map(({ _id, title, date }): RelatedLink => ({ kind: 'event', path: `/events/${_id}`, title, date })),
    ...(posts.ok ? posts.value : [])
      .filter(hasTag)
      .map((post): RelatedLink => ({ kind: 'article', path: `/news/${post.slug}`, title: post.title, date: post.publishedAt })),
  ];
};

const loadOutcome = async (services: HostServices, slug: string, signal: AbortSignal): Promise<ProgramOutcome> => {
  const [result, { parseSiteText }] = await Promise.all([
    services.http.call(getProgram, { params: { slug }, signal }),
    // Loaded only for navigations, because pages rendered on the server already have their data.
    import(/* webpackChunkName: "rich-text-parser" */ '@site/shared/domain/parse-site-text'),
  ]);
  if (result.ok) {
    const { _id, slug: currentSlug } = result.value;
    if (currentSlug !== '' && slug !== currentSlug && slug !== _id) return { kind: 'moved', path: getProgramPath(currentSlug) };
    const program = toProgramDetail(result.value, parseSiteText(result.value.content, services.site));
    return { kind: 'found', program, related: await getRelated(services, result.value, signal), giving: getGiftFacts() };
  }
  if (result.error.kind === 'not-found') return { kind: 'missing' };
  // The page stays empty, so only log the failure (PROG-04, X-15). The HTTP client shows a toast for server errors.
  if (!signal.aborted) console.error(`The program "${slug}" could not be loaded: ${result.error.kind} ${result.error.message}`);
  return { kind: 'failed' };
};

/** Builds the head from the site's list of programs, for use while the request is pending or after it has failed. */
const getDefaultHead = (slug: string): PageHead => {
  const program = PROGRAMS.find(({ link }) => link === `/programs/${slug}`);
  return { title: program?.title ?? 'Program', description: program?.description ?? 'One of our programs for young people.' };
};

const getHead = (slug: string, outcome: Exclude<ProgramOutcome, { readonly kind: 'moved' }>): PageHead => {
  if (outcome.kind === 'failed') return getDefaultHead(slug);
  if (outcome.kind === 'missing') return { title: 'Program Not Found', description: "The program you're looking for doesn't exist or has been removed." };
  const { title, content, coverImageAlt, shareImage } = outcome.program;
  return {
    title,
    description: summarise(plainText(content), DESCRIPTION_CHARACTERS),
    ...(shareImage === '' ? {} : { image: shareImage, imageAlt: coverImageAlt }),
  };
};

/** Loads a program. The server awaits the result, which determines the HTTP status. The browser shows the page immediately, with a spinner. */
export const loadProgram = async (services: HostServices, { params, request }: LoaderFunctionArgs) => {
  const slug = params.slug ?? '';
  const pending = loadOutcome(services, slug, request.signal);
  if (typeof document !== 'undefined') return { slug, head: getDefaultHead(slug), outcome: pending } satisfies ProgramData;
  const outcome = await pending;
  if (outcome.kind === 'moved') return redirect(outcome.path, 301);
  const head = getHead(slug, outcome);
  const structuredData = getBreadcrumbData(services.site, [
    { name: 'What We Do', path: '/what-we-do' },
    { name: head.title, path: `/programs/${slug}` },
  ]);
  return data({ slug, head: outcome.kind === 'found' ? { ...head, structuredData } : head, outcome } satisfies ProgramData, {
    status: HTTP_STATUSES[outcome.kind],
  });
};
