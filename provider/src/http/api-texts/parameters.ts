import type { OperationName } from './topic.ts';

type Texts = Readonly<Record<string, string>>;

/** Descriptions of query parameters, keyed by name. */
export const PARAMETERS: Texts = {
  limit: 'Rows of the page, at most 200',
  offset: 'Rows before the page',
  cursor: 'Alias of `offset`',
  q: 'Text in the title, ignoring case and diacritics. Staff also find posts, events and programs by words of their texts',
  scope: '`all`: every word of `q` must occur somewhere in the texts of the row',
  counts: '`true` adds `page.counts`, the number of rows regardless of search and filters: `all`, and groups',
  status: 'Every value but `published` requires a session',
  sort: 'Column, descending after a minus sign. Rows with equal values are ordered by id',
  view: '`summary`: `content`, `agenda`, `audience` and `speakers` are empty, `excerpt` and `description` the beginning of the text',
  relatedTo: 'Id or slug: the published post, its previous and next post, and the two newest related ones',
  beside: 'Deprecated alias of `relatedTo`',
  category: 'Slug: published documents of the category, whatever else the query selects, posts newest first. Names with the same slug are the same category',
  tag: 'Slug (`ile-ife` for "Ilé-Ifẹ̀"): published documents with the tag, as with `category`',
  inCategory: 'Exact name of a category, for documents of any status',
  from: 'First day in Lagos of publication, or of events. Documents without a date are omitted',
  to: 'Last of these days',
  nearby: '`true` adds summaries of the posts of `relatedTo`, newest first, so that an article needs one call',
  when: 'Events before or after now, nearest first',
  at: 'Id of the first image of the page',
  album: 'Id, or `none`',
  missing: 'Rows without this text or image',
  sample: '`true`: images of the sample content',
  read: 'Whether the application has been read',
  assignee: 'Id of an account, or `me`',
  media: '`true` includes images of the media library, which earlier clients do not know',
  use: '`none`: images that no content shows',
  show: 'Links in this state, without ignored ones, or the ignored ones',
  after: 'Id of the last row before',
  except: 'Id of a document whose slug counts as free',
  run: '`check` returns what `apply` does, unless the site changes in between',
  savedAt: 'Deletes only the draft of this time',
};

/** Descriptions of body fields, keyed by name. */
export const FIELDS: Texts = {
  eventStatus: 'Whether the event goes ahead; `status` says whether it is public',
  endDate: 'Last day of an event of several days, with `endTime`',
  description: 'HTML, which is sanitised, or plain text',
  agenda: 'Plain text: a line for each item, which may begin with a time',
  speakers: 'Plain text: a line for each person',
  publishedAt: 'When a `scheduled` post is published. A published post may be backdated',
  publishAt: 'When a `scheduled` document is published',
  unpublishAt: 'When a published document is archived, with a new `updatedAt`; empty for never',
  isAutosave: 'The editor saved automatically',
  unchosen: 'JSON object of form fields that the author gave up after an edit conflict: a separate version before that of the save, for staff only',
  imageId: 'Image of the media library or of a version. Without an alt text in the form, it brings its own',
  decorative: 'The image needs no alt text',
  focalX: "'' for automatic, like `focalY`",
  showsMinors: 'People under 18 can be recognised',
  consentBy: 'Who gave consent; for minors, the parents or guardians',
  ageBand: 'Optional, like `guardianContact` and `consentVersion`. The form sends them only to this call',
  guardianContact: 'Stored only with `under-18`',
  consentVersion: 'Version of the privacy notice next to the button; its time is also stored',
};

/** Descriptions that apply to only one operation, keyed by operation and name. */
export const OPERATION_TEXTS: Readonly<Partial<Record<OperationName, Texts>>> = {
  search: { limit: '10 by default, at most 50', q: 'Words in any order' },
  listApplications: {
    q: 'Words that all occur in the texts of the row',
    view: '`summary`: without `skills`, `interests`, `motivation`, `pupils`, `weeks` and `message`',
  },
  listUsers: { q: 'Words that all occur in the texts of the row' },
  listTrash: { q: 'Words that all occur in the texts of the row', kind: 'List, for example `post,event`' },
  listAudit: { q: 'Words of actions, ids and personal values', category: 'Category of the action', since: 'First day, in UTC', until: 'Last day, in UTC' },
  listLibraryImages: {
    q: 'Words of alt texts, and of titles of the content that shows the image',
    sort: 'As in other lists. With `alt`, images without alt text come last',
  },
  listExternalLinks: { q: 'Words of URLs and titles of documents' },
  listRedirects: { q: 'Words of slugs and titles' },
  importContent: { status: '`draft`: new documents become drafts, public ones stay unchanged. `kept`: the status in the file' },
  updateLibraryImage: { version: 'Makes the call conditional (409), like `edition`' },
  putDocumentDraft: {
    base: '`updatedAt` of the document when the work began',
    continues: "`savedAt` of the stored draft that this one is based on; '' for none",
    isRestored: 'The content is an earlier version; what was saved automatically stays in the versions',
  },
  putPresence: {
    tab: 'Chosen by the editor',
    act: '`take-over` makes the tab the `holder` until `release` or its end: editors with other tabs accept no input',
  },
  createPreviewLink: { draft: 'SHA-256 of unsaved fields as JSON' },
  updateApplication: { assigneeId: 'Editor or administrator; null to unassign', isRead: 'Former way to change `stage`' },
  erasePerson: {
    chosen:
      'Ids of the items to erase, by place. Without `chosen`, exact matches among applications and audit entries are erased, and the images of `imageIds`',
  },
};

const createDescriber =
  (texts: Texts) =>
  (operation: OperationName, name: string): { readonly description?: string } => {
    const description = OPERATION_TEXTS[operation]?.[name] ?? texts[name];
    return description === undefined ? {} : { description };
  };

/** Returns the description of a query parameter, or an empty object if the name needs no explanation. */
export const describeParameter = createDescriber(PARAMETERS);
/** Returns the description of a body field, or an empty object if the name needs no explanation. */
export const describeField = createDescriber(FIELDS);
