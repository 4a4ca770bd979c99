import { findRedirectRow } from '../../database/transfer-queries.ts';
import { ConflictError } from '../../domain/errors.ts';
import { FOLDERS, redirectSchema } from './archive-format.ts';
import { type Imported, type ImportRun, parseArchiveJson } from './import-run.ts';

export const importRedirect = async ({ services, kinds, isDryRun, added }: ImportRun, value: unknown): Promise<Imported> => {
  const { db, revision, now } = services;
  const { kind, slug, documentId } = parseArchiveJson(redirectSchema, value);
  const stored = await findRedirectRow(db, `${kind}-${slug}`);
  if (stored?.document_id === documentId) return 'same';
  if (stored !== undefined) throw new ConflictError('This address leads to another document here.');
  const isThere = (await kinds[kind].find(documentId))?.id === documentId || (isDryRun && added.has(`${FOLDERS[kind]}/${documentId}.json`));
  if (!isThere) throw new ConflictError('The document that it leads to is not here.');
  if ((await kinds[kind].find(slug)) !== undefined) throw new ConflictError('A document has this address here.');
  if (!isDryRun)
    await revision.write(async (transaction) => {
      await transaction.insertInto('former_slugs').values({ kind, slug, document_id: documentId, changed_at: now().toISOString() }).execute();
    }, 'addition');
  return 'new';
};
