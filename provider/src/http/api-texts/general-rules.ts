import type { Rules } from './topic.ts';

/** General rules, included in the description of the OpenAPI document. */
export const GENERAL_RULES: readonly Rules[] = [
  {
    name: 'Responses',
    rules: [
      '**Envelope.** Content is `{ "data": … }`. Sign-in, forms and page views have no envelope.',
      'Clients also accept a bare array as a list, and treat `data: null` as "not found".',
      '**Errors** are `{ "message", "errors"?, "savedBy"? }`: messages by field, and after an edit conflict the account that saved first.',
      '400: the path, JSON or `Idempotency-Key` cannot be read. 405, with `Allow`: the path has only other methods.',
      '409: a conflict, for example a stale `updatedAt`. 412: a stale `If-Match`. 413: too large. 415: a type that is not accepted.',
      '422: an invalid body or query, or a text with NUL.',
      '**Lengths** are in Unicode code points: 😀 is one. Browsers count two (`maxlength`), so forms never accept too much.',
      '**Headers.** Every response of host and provider has `Content-Security-Policy`, `X-Content-Type-Options`, `Referrer-Policy`,' +
        ' `Cross-Origin-Resource-Policy` and, over TLS, `Strict-Transport-Security`.',
      'Pages also have `X-Frame-Options`, `Cross-Origin-Opener-Policy` and `Permissions-Policy`.',
      '**Compression.** The host compresses text of 1 KB to 2 MB (Brotli or gzip), except responses with secrets, paths with a token, and `/api/auth/…`.',
      '**Validators.** Public GET responses have a weak `ETag` of their body, except complete long lists.',
      'With `If-None-Match`, an unchanged response is 304, with the headers of the current revision.',
      'Staff get separate tags (`Vary: Authorization`, `private`). Responses to calls for staff only are `no-store`.',
      '**Slow clients.** Host and provider close a connection after 20 s without a byte of the body, below 1 kbit/s on average,' +
        ' or a minute after the client stops reading.',
    ],
  },
  {
    name: 'Revisions',
    rules: [
      'Every public GET response has `x-content-revision`, which increases in the transaction of each change. It is never newer than the data.',
      'The host caches a page under the lowest revision of its responses, and repeats a call whose response is older than the newest known revision.',
      'The host accepts a lower revision only if it lasts for 3 s (another database).',
      '`x-public-revision`: since this revision, nothing has changed for visitors. Drafts, autosaves and uploads do not raise it.',
      'A copy of a public response is current while its revision is not lower. Without the header, assume that every revision changes something.',
      '`x-withdrawal-revision`: since this revision, nothing public has been unpublished, deleted, erased or separated from its image.',
      'Changes of unknown kind count as withdrawals. Without the provider, the host serves pages of this revision or later;' +
        ' without the header, only pages of the newest known revision.',
    ],
  },
  {
    name: 'Lists',
    rules: [
      'Without parameters, a list has all rows that the caller may see, and no `page`, as in the specification.',
      'With `limit`, the body is `{ "data": […], "page": { "offset", "total" } }`.' +
        ' `x-total-count` and `x-next-cursor` (absent on the last page) repeat it.',
      'Public lists of more than 200 rows are streamed, without rows that are withdrawn meanwhile. A connection that ends early means an incomplete list.',
      'A visitor may request 30 such lists a minute (then 429), a host 25 times as many, staff any number.',
      'Lists that only staff may read have at most 200 rows without `limit`. Longer ones have `page` and `x-next-cursor`.',
      'A page for staff ends before it exceeds 280 kB. Continue at `x-next-cursor`, or after the rows received.',
      'A server that implements only the specification ignores parameters and returns all rows.' +
        ' Our clients then read `page: null`, and filter, sort and slice by the same rules.',
    ],
  },
  {
    name: 'Writes',
    rules: [
      'A body is a JSON object, or `multipart/form-data` where the call declares it. An empty JSON body counts as none.',
      'Public calls accept 64 KB.',
      'PUT is partial: absent fields do not change. Simultaneous PUT calls that name no version keep all fields that each has sent.',
      'With the same `Idempotency-Key`, repeated or simultaneous requests take effect once. Each gets the same item, even from the trash.',
    ],
  },
  {
    name: 'Roles',
    rules: [
      'Access for staff includes contributors, editors and administrators; access for editors includes administrators.',
      'Contributors write only their own drafts: they cannot set another status, or change images or items of others.',
      'Editors write all content and read applications. Administrators also manage accounts, except their own, and read the audit log and personal data.',
      'No role can change an email address, the account that wrote a document, or the time of a change.',
      'Only staff get `consent`, and the keys of images of drafts.',
      'With `STAFF_URL`, `/api/auth/…` and every call with `Authorization` are 403 at other origins (decision 083).',
    ],
  },
];
