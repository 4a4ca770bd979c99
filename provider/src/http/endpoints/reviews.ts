import {
  addReviewComment,
  createPreviewLink,
  createReviewLink,
  decideReview,
  deleteReviewComment,
  getReview,
  getReviewedDocument,
  type Review,
  revokeReviewLink,
} from '@site/shared/contracts/review';
import { isVersionKind, KINDS, VERSION_KINDS } from '@site/shared/domain/kinds';
import * as v from 'valibot';
import { DOCUMENT_KINDS, listTextColumns, matchesDocument } from '../../database/document-kinds.ts';
import { countRows } from '../../database/page.ts';
import { closeReview, findReviewedRow, findReviewLink, type ReviewedDocument, readReview, storeReview } from '../../database/review-queries.ts';
import type { Database } from '../../database/schema/tables.ts';
import { ConflictError, ForbiddenError, NotFoundError } from '../../domain/errors.ts';
import { createId } from '../../domain/ids.ts';
import { hasMinimumRole, requireWriteAccess, type Staff } from '../../domain/permissions.ts';
import type { ImageUrls } from '../../images/image-urls.ts';
import { createSharedLimit } from '../../limits/shared-limit.ts';
import type { StoredKinds } from '../content-endpoints.ts';
import type { Mount } from '../mount-endpoint.ts';
import { requireFound, requireVersionKind } from '../require-found.ts';
import type { Services } from '../services.ts';

type Params = Readonly<Record<string, string>>;
type Row = NonNullable<Awaited<ReturnType<typeof findReviewedRow>>>;

const DAY_MS = 24 * 60 * 60 * 1000;
const HOUR_MS = 60 * 60 * 1000;
/** Limit per IP address. Signatures cannot be guessed, but verifying each attempt takes time. */
const LINK_OPENINGS_PER_HOUR = 600;
const MAX_COMMENTS = 200;
const MAX_LINKS = 20;

/** Stands for a document that has never been saved. Its preview contains only the unsaved fields. */
const UNSAVED_DOCUMENT = 'new';
const NO_DOCUMENTS = Object.fromEntries(VERSION_KINDS.map((kind) => [kind, null]));
/** Matches the URLs of images in the text of a draft that is shown to a reader without a session. */
const TEXT_IMAGE = /\/img\/upload\/v(\d{1,9})\/([0-9a-f]{24})\.([a-z]{3,4})(?=")/g;

/** Mounts draft reviews: requesting, commenting on, approving and returning drafts, and links that show a draft to people without an account. */
export const mountReviews = (mount: Mount, { db, now, imageUrls, reviewTokens, previewTokens }: Services, kinds: StoredKinds): void => {
  const linkOpeningLimit = createSharedLimit(db, now, 'review link from', LINK_OPENINGS_PER_HOUR, HOUR_MS);

  const findDocument = async ({ kind: name, id = '' }: Params): Promise<{ readonly document: ReviewedDocument; readonly row: Row }> => {
    const document = { kind: requireVersionKind(name), id };
    const row = requireFound(await findReviewedRow(db, document), 'Document');
    return { document, row };
  };
  const read = (document: ReviewedDocument, row: Row): Promise<Review> => readReview(db, document, row.updated_at, now().toISOString());

  const requireWriteAccessForReview = (staff: Staff, row: Row): void => requireWriteAccess(staff, { authorId: row.author_id, status: row.status }, 'draft');

  const addComment = async (connection: Database, { kind, id }: ReviewedDocument, text: string, { id: author_id, name: author_name }: Staff): Promise<void> => {
    const { all } = await countRows(connection.selectFrom('review_comments').where(matchesDocument({ kind, id })));
    if (all >= MAX_COMMENTS) throw new ConflictError(`There are ${MAX_COMMENTS} comments already. Delete some first.`);
    await connection
      .insertInto('review_comments')
      .values({ id: createId(), kind, document_id: id, author_id, author_name, text, created_at: now().toISOString() })
      .execute();
  };

  mount(getReview, async ({ params }) => {
    const { document, row } = await findDocument(params);
    return read(document, row);
  });

  mount(decideReview, async ({ params, body: { act, comment }, staff }) => {
    const { document, row } = await findDocument(params);
    if (act === 'request' || act === 'withdraw') requireWriteAccessForReview(staff, row);
    else if (!hasMinimumRole(staff, 'editor')) throw new ForbiddenError();
    if (row.status === 'published' || row.status === 'scheduled') throw new ConflictError('It is already published or scheduled.');
    const state = { request: 'requested', approve: 'approved', return: 'returned' } as const;
    await db.transaction().execute(async (transaction) => {
      if (comment !== '') await addComment(transaction, document, comment, staff);
      if (act === 'withdraw') return closeReview(transaction, document);
      return storeReview(transaction, {
        kind: document.kind,
        document_id: document.id,
        state: state[act],
        by_id: staff.id,
        by_name: staff.name,
        at: now().toISOString(),
      });
    });
    return read(document, row);
  });

  mount(addReviewComment, async ({ params, body, staff }) => {
    const { document, row } = await findDocument(params);
    await addComment(db, document, body.text, staff);
    return read(document, row);
  });

  mount(deleteReviewComment, async ({ params, staff }) => {
    const { document, row } = await findDocument(params);
    const comment = await db
      .selectFrom('review_comments')
      .select(['id', 'author_id'])
      .where('id', '=', params.commentId ?? '')
      .where('document_id', '=', document.id)
      .executeTakeFirst();
    if (comment === undefined) throw new NotFoundError('Comment');
    const { id, role } = staff;
    if (comment.author_id !== id && role !== 'admin') throw new ForbiddenError();
    await db.deleteFrom('review_comments').where('id', '=', comment.id).execute();
    return read(document, row);
  });

  mount(createReviewLink, async ({ params, body, staff }) => {
    const { document, row } = await findDocument(params);
    requireWriteAccessForReview(staff, row);
    const { kind } = document;
    const { links } = await read(document, row);
    if (links.length >= MAX_LINKS) throw new ConflictError(`There are ${MAX_LINKS} links already. Revoke some first.`);
    const id = createId();
    const expiresAt = new Date(now().getTime() + body.days * DAY_MS);
    await db
      .insertInto('review_links')
      .values({
        id,
        kind,
        document_id: document.id,
        created_by_id: staff.id,
        created_by: staff.name,
        created_at: now().toISOString(),
        expires_at: expiresAt.toISOString(),
      })
      .execute();
    return { path: `${KINDS[kind].page}review/${await reviewTokens.issue(id, expiresAt)}`, review: await read(document, row) };
  });

  mount(revokeReviewLink, async ({ params, staff }) => {
    const { document, row } = await findDocument(params);
    const link = await findReviewLink(db, params.linkId ?? '', now().toISOString());
    if (link === undefined || link.document_id !== document.id) throw new NotFoundError('Link');
    if (link.created_by_id !== staff.id && !hasMinimumRole(staff, 'editor')) throw new ForbiddenError();
    await db.deleteFrom('review_links').where('id', '=', link.id).execute();
    return read(document, row);
  });

  mount(createPreviewLink, async ({ params, body: { draft = null } }) => {
    const kind = requireVersionKind(params.kind);
    const id = params.id === UNSAVED_DOCUMENT ? UNSAVED_DOCUMENT : (await findDocument(params)).document.id;
    return { path: `${KINDS[kind].page}review/${await previewTokens.issue({ kind, id, draft })}` };
  });

  const findOpenedDocument = async (token: string) => {
    const preview = await previewTokens.read(token);
    if (preview !== null) return { ...preview, expiresAt: new Date(preview.exp * 1000).toISOString() };
    const id = await reviewTokens.read(token);
    const link = id === null ? undefined : await findReviewLink(db, id, now().toISOString());
    return link === undefined ? undefined : { kind: link.kind, id: link.document_id, draft: null, expiresAt: link.expires_at };
  };

  mount(getReviewedDocument, async ({ params, request, reply }) => {
    reply.headers({ 'cache-control': 'private, no-store', 'x-robots-tag': 'noindex' });
    await linkOpeningLimit.use(request.ip);
    const openedDocument = await findOpenedDocument(params.token ?? '');
    // A later release may have kinds that this release does not support.
    if (openedDocument === undefined || !isVersionKind(openedDocument.kind)) throw new NotFoundError('Review');
    const { kind, draft, expiresAt } = openedDocument;
    // The reader has no session, so the image URLs contain temporary keys, which expire about an hour later.
    const until = new Date(now().getTime() + HOUR_MS);
    const urls: ImageUrls = { ...imageUrls, getUrl: (image) => imageUrls.getTemporaryUrl(image, until) };
    const signImageUrls = (html: string | null): string =>
      (html ?? '').replace(TEXT_IMAGE, (_address, version: string, image: string, format: string) =>
        urls.getUrl({ version: Number(version), id: image, format }, false),
      );
    if (openedDocument.id === UNSAVED_DOCUMENT) return { ...NO_DOCUMENTS, kind, draft, expiresAt };
    const shownDraft = requireFound(await kinds[kind].findShown(openedDocument.id, urls), 'Review');
    const texts = listTextColumns(DOCUMENT_KINDS[kind]).map(([field]) => [field, signImageUrls(String(shownDraft[field] ?? ''))]);
    const document = { ...shownDraft, ...Object.fromEntries(texts) };
    return v.parse(getReviewedDocument.response, { ...NO_DOCUMENTS, kind, [kind]: document, draft, expiresAt });
  });
};
