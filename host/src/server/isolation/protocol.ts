import type { SiteConfig } from '@site/shared/contracts/site';
import { LIMITS } from '@site/shared/domain/limits';
import type { PageAddress } from '@site/shared/remote/remote-contract';
import * as v from 'valibot';

/**
 * Messages between the host and a remote's process: one JSON value per line, in both directions, on this file descriptor. The process trusts the host.
 * The host does not trust the process: it limits the size of each line, checks it with `readReply`, and accepts only replies to its own requests.
 */
export const CHANNEL_DESCRIPTOR = 3;

/** Longest line that a process may send. */
export const REPLY_LIMIT_BYTES = 8 * 1024 * 1024;
/** Longest response from the provider that is passed on to a process. */
export const RESPONSE_LIMIT_BYTES = 6 * 1024 * 1024;
const DOCUMENT_LIMIT = 4 * 1024 * 1024;
const TEXT_LIMIT = 4000;
/** Sitemap entries per line. */
export const ADDRESSES_PER_LINE = 5000;

/** Images per page in a sitemap (search engines' limit). */
export const IMAGES_PER_ADDRESS = 1000;
const IMAGE_ADDRESS_LIMIT = 2000;

/** The origin that a process uses for the provider, whose real URL it does not know. */
export const PROVIDER_ORIGIN = 'http://provider.invalid';

export const FORM_TYPE = 'application/x-www-form-urlencoded';

/** A form as the browser posted it, and the visitor's IP address. */
export interface PostedForm {
  readonly body: string;
  readonly visitor: string;
}

/** The host's response to a call: `error` if the call was refused or failed. */
export type CallResponse = { readonly status: number; readonly contentType: string; readonly body: string } | { readonly error: string };

export type HostMessage =
  | { readonly type: 'load'; readonly code: string; readonly publicPath: string; readonly site: SiteConfig }
  | { readonly type: 'render'; readonly id: number; readonly url: string; readonly paths: readonly string[]; readonly form?: PostedForm }
  | { readonly type: 'addresses'; readonly id: number; readonly paths: readonly string[] }
  | { readonly type: 'response'; readonly call: number; readonly response: CallResponse }
  | { readonly type: 'ping'; readonly id: number };

const shortText = v.pipe(v.string(), v.maxLength(TEXT_LIMIT));
const identifier = v.pipe(v.number(), v.safeInteger());
const json = v.record(v.string(), v.unknown());
const errorText = v.pipe(
  v.string(),
  v.transform((text) => text.slice(0, TEXT_LIMIT)),
);

const headSchema = v.object({
  title: shortText,
  description: shortText,
  image: v.optional(shortText),
  imageAlt: v.optional(shortText),
  type: v.optional(v.literal('article')),
  sharePath: v.optional(shortText),
  shareTitle: v.optional(shortText),
  noindex: v.optional(v.literal(true)),
  canonicalPath: v.optional(shortText),
  structuredData: v.optional(v.pipe(v.array(json), v.maxLength(50))),
  alternates: v.optional(v.pipe(v.array(v.object({ path: shortText, type: shortText, title: shortText })), v.maxLength(20))),
});

/** The parts of a page's handle that the host needs. */
const pageSchema = v.object({
  chunk: v.pipe(v.string(), v.maxLength(200)),
  head: headSchema,
  closingCall: v.boolean(),
  hasShell: v.boolean(),
});
export type AreaPage = v.InferOutput<typeof pageSchema>;

const noticeSchema = v.object({ kind: v.picklist(['success', 'error']), message: shortText });

const areaSchema = v.variant('kind', [
  v.object({
    kind: v.literal('page'),
    status: v.pipe(v.number(), v.integer(), v.minValue(200), v.maxValue(599)),
    page: pageSchema,
    render: v.picklist(['static', 'content', 'never']),
    html: v.pipe(v.string(), v.maxLength(LIMITS.htmlCharacters)),
    /** Resource hints that React writes before the page, for images that the browser should fetch first. */
    preloads: v.pipe(v.string(), v.maxLength(LIMITS.htmlCharacters)),
    loaderData: json,
    actionData: v.nullable(json),
    notices: v.pipe(v.array(noticeSchema), v.maxLength(20)),
    /** The fields of the site config that the page was rendered from. */
    siteReads: v.pipe(v.array(shortText), v.maxLength(100)),
  }),
  v.object({
    kind: v.literal('browser'),
    page: pageSchema,
    /** The HTML shown until the browser has rendered the page, and the chunk with its styles. */
    fallback: v.optional(v.object({ html: v.pipe(v.string(), v.maxLength(LIMITS.htmlCharacters)), chunk: v.pipe(v.string(), v.maxLength(200)) })),
  }),
  v.object({ kind: v.literal('no-action'), page: v.nullable(pageSchema) }),
  v.object({ kind: v.literal('unknown') }),
  v.object({
    kind: v.literal('redirect'),
    status: v.picklist([301, 302, 303, 307, 308]),
    location: v.pipe(v.string(), v.maxLength(2000)),
  }),
  v.object({
    kind: v.literal('resource'),
    status: v.picklist([200, 404, 503]),
    contentType: v.pipe(v.string(), v.maxLength(100), v.regex(/^[a-z]+\/[\w.+-]+(?:; ?charset=utf-8)?$/i)),
    text: v.pipe(v.string(), v.maxLength(DOCUMENT_LIMIT)),
  }),
  /** The remote threw. `page` is set if its handle is known. */
  v.object({ kind: v.literal('fault'), message: errorText, page: v.nullable(pageSchema), isResource: v.boolean() }),
]);
/** A remote's part of the response to one request. */
export type Area = v.InferOutput<typeof areaSchema>;
export type AreaFallback = NonNullable<Extract<Area, { kind: 'browser' }>['fallback']>;

/** A remote's public pages, for the sitemap. */
export interface PageAddresses {
  readonly addresses: readonly PageAddress[];
  /** False if part of the content could not be read. */
  readonly isComplete: boolean;
}

const addressesSchema = v.object({
  addresses: v.pipe(
    v.array(
      v.object({
        path: v.string(),
        lastModified: v.nullish(v.string(), null),
        images: v.optional(v.pipe(v.array(v.pipe(v.string(), v.maxLength(IMAGE_ADDRESS_LIMIT))), v.maxLength(IMAGES_PER_ADDRESS)), []),
      }),
    ),
    v.maxLength(ADDRESSES_PER_LINE),
  ),
  isComplete: v.boolean(),
  /** True if more entries follow in the next line. */
  hasMore: v.boolean(),
});

export const replySchema = v.variant('type', [
  v.object({ type: v.literal('loaded') }),
  /** The bundle cannot be loaded. */
  v.object({ type: v.literal('rejected'), message: errorText }),
  v.object({ type: v.literal('area'), id: identifier, area: areaSchema }),
  v.object({ type: v.literal('addresses'), id: identifier, pages: addressesSchema }),
  /** The sitemap entries could not be read. */
  v.object({ type: v.literal('failed'), id: identifier, message: errorText }),
  v.object({
    type: v.literal('call'),
    id: identifier,
    call: identifier,
    method: v.string(),
    url: v.pipe(v.string(), v.maxLength(LIMITS.callCharacters)),
    contentType: v.optional(v.pipe(v.string(), v.maxLength(200))),
    body: v.optional(v.pipe(v.string(), v.maxLength(1024 * 1024))),
  }),
  v.object({ type: v.literal('pong'), id: identifier }),
  /** `id` is the id of the request that logged the text, if known. */
  v.object({ type: v.literal('log'), id: v.optional(identifier), text: errorText }),
  /** An error thrown outside any request, for example in a timer or as an unhandled rejection. */
  v.object({ type: v.literal('unhandled'), message: errorText }),
]);
export type Reply = v.InferOutput<typeof replySchema>;
export type Call = Extract<Reply, { type: 'call' }>;

/** The ids of a reply's request and call. */
const labelSchema = v.object({ id: identifier, call: v.optional(identifier) });
export type ReplyLabel = v.InferOutput<typeof labelSchema>;

/** Parses a line from a process. Returns the reply, or the rule that the line violates and the request that it names, if any. */
export const readReply = (line: string): { readonly reply: Reply } | { readonly problem: string; readonly label: ReplyLabel | undefined } => {
  let json: unknown;
  try {
    json = JSON.parse(line);
  } catch {
    return { problem: 'It sent something that is not a reply.', label: undefined };
  }
  const { success, output, issues } = v.safeParse(replySchema, json);
  if (success) return { reply: output };
  const label = v.safeParse(labelSchema, json);
  return {
    problem: `It sent an invalid message: ${v.getDotPath(issues[0]) ?? ''} ${issues[0].message}`.slice(0, 300),
    label: label.success ? label.output : undefined,
  };
};

/** Splits a byte stream into lines. Calls `onExcess` and stops reading once a line is longer than `limit` bytes. */
export const createLineReader = (limit: number, onLine: (line: string) => void, onExcess: () => void): ((chunk: Buffer) => void) => {
  let parts: Buffer[] = [];
  let size = 0;
  let isClosed = false;
  return (chunk) => {
    let start = 0;
    while (!isClosed) {
      const end = chunk.indexOf(10, start);
      const part = chunk.subarray(start, end === -1 ? undefined : end);
      size += part.length;
      if (size > limit) {
        isClosed = true;
        parts = [];
        onExcess();
        return;
      }
      parts.push(part);
      if (end === -1) return;
      const line = Buffer.concat(parts, size).toString('utf8');
      parts = [];
      size = 0;
      start = end + 1;
      onLine(line);
    }
  };
};
