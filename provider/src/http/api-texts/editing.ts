import type { Topic } from './topic.ts';

export const editing = {
  name: 'Editing',
  rules: [
    '`{kind}` in paths is `post`, `event` or `program`.',
    '**Versions.** Every save of a post, event or program creates a version, in the same transaction. The newest 50 are kept.',
    "Autosaves by one person within 30 minutes are one version, which that person's next manual save replaces.",
    'A replaced or removed image stays, for staff, until the last version that shows it is gone.',
    'Versions lose withdrawn images. They lose all fields if they name a person who is erased (`isErased`).',
    '**Unsaved changes** are stored by account and document, to continue on another device. No other account sees them.',
    '**Presence** says who has a document open. Saves do not depend on it.',
  ],
  operations: {
    listVersions: ['Lists the versions of a document, newest first'],
    getVersion: ['Returns a version, with its fields and image'],
    getDocumentDraft: [
      "Returns the caller's unsaved changes",
      'If the document has been saved since `base`, `baseFields` has the values that its fields had then, to merge both.',
    ],
    putDocumentDraft: [
      "Stores the caller's unsaved changes",
      'If the call replaces a draft other than `continues`, that draft becomes a version, so that two devices lose nothing.',
    ],
    deleteDocumentDraft: ["Deletes the caller's unsaved changes"],
    putPresence: [
      'Reports that a document is open, and returns who else has it open',
      'Repeat the call every 15 seconds. The presence ends 40 seconds after the last call.',
    ],
    deletePresence: ['Ends a presence'],
    checkLinks: [
      'Lists the broken internal links of a text',
      'A link is `missing`, `not-published`, `in-trash` or `no-such-part`. Redirects count as links that work. Nothing is stored.',
      '`pages`: links to other pages, which only the site knows. `external`: links to other sites that the last check found broken.',
    ],
    listExternalLinks: [
      'Lists links to other sites in published documents, broken ones first (decision 054)',
      'The links are checked every night, registration links of events included.',
      '`state`: `works`, `unchecked`, `failing` (failed once), `broken` (404, 410, or failed in two nights) or' +
        ' `unverifiable` (the site refuses automated requests, or the address is not public). `reason` says why.',
    ],
    checkExternalLink: ['Checks a link within seconds'],
    ignoreExternalLink: ['Leaves a link out of checks and of `brokenLinks` of the dashboard'],
  },
} as const satisfies Topic;

export const reviews = {
  name: 'Reviews and previews',
  rules: [
    'A review does not change its document: the status stays `draft`, which every client knows. Publishing ends the review.',
    '**Review links** show anyone a document as it is saved now, without a session.',
    'A review link is signed, for one document, and only in the response that creates it.',
    '**Preview links**, with `STAFF_URL`, do the same for a quarter of an hour, at an origin without a session. Nothing is stored.',
  ],
  operations: {
    getReview: [
      'Returns the review of a draft, with comments and links',
      '`state`: `none`, `requested`, `approved` or `returned`, with user and time. `isChanged`: the draft has been saved since.',
    ],
    decideReview: [
      'Requests, withdraws, approves or returns a draft',
      '`request`, `withdraw`: anyone who may write the draft. `approve`, `return`: editors.',
      '409 if the document is public or scheduled.',
    ],
    addReviewComment: ['Adds a comment'],
    deleteReviewComment: ["Deletes the caller's comment; administrators delete any"],
    createReviewLink: ["Creates a review link; `path` is below the site's URL"],
    revokeReviewLink: ['Revokes a review link: its creator, or editors'],
    createPreviewLink: [
      'Creates a preview link, for a document in any state',
      'The id `new` is for a document that was never saved.',
      'The URL carries unsaved fields as `#draft=…`, which no server receives. The page shows them only if they match `draft`.',
    ],
    getReviewedDocument: [
      'Returns the document of a review or preview link',
      'Never cached. URLs of its images are valid for an hour.',
      '404 if the link has expired or is revoked, or the document is in the trash.',
    ],
  },
} as const satisfies Topic;
