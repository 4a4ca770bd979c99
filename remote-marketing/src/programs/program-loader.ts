import type { ApiError } from '@site/shared/contracts/api-error';
import { getProgram, listPrograms, type Program } from '@site/shared/contracts/program';
import { excerpt } from '@site/shared/domain/excerpt';
import { type Result, success } from '@site/shared/domain/result';
import { plainText, type RichTextNode } from '@site/shared/domain/rich-text';
import type { HostServices } from '@site/shared/remote/host-services';
import type { PageAddress, PageHead } from '@site/shared/remote/remote-contract';
import { data, type LoaderFunctionArgs } from '@site/shared/router';
import { breadcrumbData } from '../structured-data.ts';
import { PROGRAMS } from './programs-content.ts';

/** Every program that has a page, for the sitemap. */
export const getProgramAddresses = async ({ http }: HostServices, signal: AbortSignal): Promise<Result<readonly PageAddress[], ApiError>> => {
  const programs = await http.call(listPrograms, { signal, silent: true });
  if (!programs.ok) return programs;
  return success(
    programs.value.filter(({ slug }) => slug !== '').map(({ slug, updatedAt }) => ({ path: `/programs/${encodeURIComponent(slug)}`, lastModified: updatedAt })),
  );
};

export interface ProgramDetail {
  readonly title: string;
  readonly coverImage: string;
  readonly coverImageAlt: string;
  readonly content: readonly RichTextNode[];
}

export type ProgramOutcome = { readonly kind: 'found'; readonly program: ProgramDetail } | { readonly kind: 'missing' } | { readonly kind: 'failed' };

export interface ProgramData {
  readonly slug: string;
  readonly head: PageHead;
  /** A promise while the browser still waits: the page shows its spinner then (PROG-02). */
  readonly outcome: ProgramOutcome | Promise<ProgramOutcome>;
}

const STATUS = { found: 200, missing: 404, failed: 503 } as const;
const DESCRIPTION_CHARACTERS = 155;

export const programDetail = ({ title, coverImage, coverImageAlt }: Program, content: readonly RichTextNode[]): ProgramDetail => ({
  title,
  coverImage,
  coverImageAlt,
  content,
});

const getOutcome = async (services: HostServices, slug: string, signal: AbortSignal): Promise<ProgramOutcome> => {
  const [result, { parseRichText }] = await Promise.all([
    services.http.call(getProgram, { params: { slug }, signal }),
    // Most visitors come to a page that the server has read already: only those who come from another page need the parser.
    import(/* webpackChunkName: "rich-text-parser" */ '@site/shared/domain/parse-rich-text'),
  ]);
  if (result.ok) {
    return { kind: 'found', program: programDetail(result.value, parseRichText(result.value.content, services.site.siteUrl)) };
  }
  if (result.error.kind === 'not-found') return { kind: 'missing' };
  // Logged only, and the page stays empty (PROG-04, X-15); the HTTP client raises the one toast of a server's failure.
  if (!signal.aborted) console.error(`The program "${slug}" could not be loaded: ${result.error.kind} ${result.error.message}`);
  return { kind: 'failed' };
};

/** Until the answer is there, and when there is none, the list of programs that is part of the site knows the name. */
const knownHead = (slug: string): PageHead => {
  const known = PROGRAMS.find(({ link }) => link === `/programs/${slug}`);
  return { title: known?.title ?? 'Program', description: known?.description ?? 'One of our programs for young people.' };
};

const headOf = (slug: string, outcome: ProgramOutcome): PageHead => {
  if (outcome.kind === 'failed') return knownHead(slug);
  if (outcome.kind === 'missing') return { title: 'Program Not Found', description: "The program you're looking for doesn't exist or has been removed." };
  const { title, content, coverImage } = outcome.program;
  return { title, description: excerpt(plainText(content), DESCRIPTION_CHARACTERS), ...(coverImage === '' ? {} : { image: coverImage }) };
};

/** On the server the answer is awaited, because the status depends on it; in the browser the page comes at once and waits itself. */
export const loadProgram = async (services: HostServices, { params, request }: LoaderFunctionArgs) => {
  const slug = params.slug ?? '';
  const pending = getOutcome(services, slug, request.signal);
  if (typeof document !== 'undefined') return { slug, head: knownHead(slug), outcome: pending } satisfies ProgramData;
  const outcome = await pending;
  const head = headOf(slug, outcome);
  const structuredData = breadcrumbData(services.site, [
    { name: 'What We Do', path: '/what-we-do' },
    { name: head.title, path: `/programs/${slug}` },
  ]);
  return data({ slug, head: outcome.kind === 'found' ? { ...head, structuredData } : head, outcome } satisfies ProgramData, { status: STATUS[outcome.kind] });
};
