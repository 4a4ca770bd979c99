import type { Topic } from './topic.ts';

export const content = {
  name: 'News, events and programs',
  rules: [
    '**Status.** New posts are `draft`. New events are `published`, or `draft` if a contributor creates them.',
    'New programs are `published` unless the form names a status, because clients that do not know drafts publish what they save.',
    '**Alt text** is required to publish a post or program with an image. For events, only the staff editor requires it.',
    '**Author.** A post without `authorName` shows the name of the account that wrote it.',
    'When an account is renamed, its posts under the former name get the new one.',
    '`authorName`, `authorId` and `unpublishAt` are sent only to staff.',
    '**Former slugs.** If the slug of a program or published post changes, the former slug finds the document, with its current `slug`.' +
      ' The former page URL returns 301.',
    'A document that has the slug now takes precedence, then the last one that had it. Documents in the trash are not found.',
  ],
  operations: {
    listPosts: ['Lists posts, newest first'],
    getPost: ['Returns a post by id or slug'],
    createPost: ['Creates a post'],
    updatePost: ['Changes a post'],
    deletePost: ['Deletes a post'],
    restorePost: ['Restores a post'],
    listEvents: ['Lists events, earliest first'],
    getEvent: ['Returns an event'],
    createEvent: ['Creates an event'],
    updateEvent: ['Changes an event'],
    deleteEvent: ['Deletes an event'],
    restoreEvent: ['Restores an event'],
    listEventSeries: ['Lists the events of a series'],
    repeatEvent: ['Creates an event for each of the `dates` (decision 053)'],
    changeFollowingEvents: ['Gives the later events of a series the texts, times and location of this one'],
    listPrograms: ['Lists programs'],
    getProgram: ['Returns a program by id or slug'],
    createProgram: ['Creates a program'],
    updateProgram: ['Changes a program'],
    deleteProgram: ['Deletes a program'],
    restoreProgram: ['Restores a program'],
    copyDocument: ["Copies a document and its image into the caller's draft"],
    suggestSlug: ['Returns the slug of a text, whether it is free, and the first free slug'],
    listCategories: ['Lists the categories in use, drafts included, in alphabetical order'],
    listTopics: ['Lists the categories and tags in use, drafts included, with their number of documents, most frequent first'],
    listRedirects: ['Lists redirects from former slugs'],
    deleteRedirect: ['Deletes a redirect (`<kind>:<slug>`)'],
  },
} as const satisfies Topic;

export const search = {
  name: 'Search and sitemap',
  rules: ['Only published content is found and listed.'],
  operations: {
    search: [
      'Finds published news, events, programs and gallery images, best match first (decision 041, decision 072)',
      'Words match in any case, with or without diacritics, as beginnings of words, and by synonyms. Only the first eight count.',
      'A word without a match may have one or two typing errors.',
      '`title` and `excerpt` are plain text in parts, `{ text, isMatch }`. `slug`, `date`, `imageUrl` and `imageAlt` may be empty.',
      '`counts` by kind end at 100. `total` is for the selected kind, or for all.',
      '`correctedQuery`: what was searched for instead of misspelt words, or null.',
      '`isAnyWord`: no document contains all words, so the results contain some of them, or something similar.',
      '`answers`, to show first: `help` (helplines and emergency number) or `contact`. Clients ignore other values.',
      '`pages`: paths of matching pages, some with a fragment (`/help#too-much`), most dangerous topics first. A site may lack some.',
      '429 after 60 uncached searches from one address in a minute.',
    ],
    listAddresses: [
      'Lists id, slug and time of the last change of everything published, for sitemaps',
      'Posts and events also have `image`, the URL of their image.',
      'Rows are ordered by id, at most 2,000: `after` continues, and a shorter response is the last.',
      'A category or tag has its slug as id, and the latest change of its documents.',
    ],
  },
} as const satisfies Topic;

export const trash = {
  name: 'Trash',
  rules: [
    'DELETE moves content, images, albums and applications to the trash for 30 days, which hides them from all other calls.',
    '`POST …/{id}/restore` requires the same role. If the slug has been taken, a number is appended; a taken album name is 409.',
    'Images of a deleted album remain without an album, and return to it when it is restored.',
  ],
  operations: {
    listTrash: ['Lists the items that the caller may restore'],
  },
} as const satisfies Topic;

export const transfer = {
  name: 'Export and import',
  rules: ['The audit log records exports as `content.export`, and imports as `content.import` with their counts (decision 055).'],
  operations: {
    summariseExport: ['Says how much an export contains'],
    createExport: [
      'Creates an export, and returns the `path` of its ZIP',
      'The export is written without images and read back as an import does. If no site could import it: 409, with the reason.',
    ],
    downloadExport: ['Downloads the ZIP of an export, for five minutes', 'A browser needs no header. The content is read while the ZIP is sent.'],
    importContent: [
      'Imports the ZIP of an export, up to `IMPORT_MB`, or checks it',
      'Each row is `new`, `changed`, `same`, `conflict` or `error`, with the field and the remedy.',
      'Ids and slugs stay, so the same ZIP changes nothing the second time.',
      'Each document is one transaction with the rules of a save, its version included. Images are decoded and encoded again.',
      'A ZIP that is damaged or no export is rejected as a whole (422).',
      'The response is sent during the import. If the client disconnects, the import ends between two documents, and can be run again.',
    ],
  },
} as const satisfies Topic;
