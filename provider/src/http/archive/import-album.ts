import { albumFormSchema } from '@site/shared/contracts/gallery';
import * as v from 'valibot';
import { insertAlbum, renameAlbum } from '../../database/album-writes.ts';
import { isUniqueViolation } from '../../database/engine-errors.ts';
import { findAlbumRow } from '../../database/gallery-queries.ts';
import { ConflictError, ValidationError } from '../../domain/errors.ts';
import { toFieldErrors } from '../field-errors.ts';
import { albumSchema } from './archive-format.ts';
import { type Imported, type ImportRun, parseArchiveJson } from './import-run.ts';

const NAME_TAKEN = 'Another album has this name already';

const parseName = (name: string): string => {
  const form = v.safeParse(albumFormSchema, { name });
  if (!form.success) throw new ValidationError(toFieldErrors(albumFormSchema, { name }, form.issues));
  return form.output.name;
};

export const importAlbum = async ({ services, isDryRun }: ImportRun, value: unknown): Promise<Imported> => {
  const { db, revision, now } = services;
  const { id, name: given, position, createdAt } = parseArchiveJson(albumSchema, value);
  const name = parseName(given);
  if ((await findAlbumRow(db, id, 'trashed')) !== undefined) throw new ConflictError('It is in the trash here. Restore it there first.');
  const stored = await findAlbumRow(db, id);
  if (stored?.name === name) return 'same';
  const namesake = await db.selectFrom('albums').select('id').where('name_key', '=', name.toLowerCase()).where('id', '!=', id).executeTakeFirst();
  if (namesake !== undefined) throw new ConflictError(NAME_TAKEN, { name: NAME_TAKEN });
  const outcome = stored === undefined ? 'new' : 'changed';
  if (isDryRun) return outcome;
  const updatedAt = now().toISOString();
  await revision
    .write(async (transaction) => {
      if (stored === undefined) await insertAlbum(transaction, { id, name, position, createdAt: new Date(createdAt).toISOString(), updatedAt });
      else await renameAlbum(transaction, { id, name, updatedAt });
    }, 'addition')
    .catch((reason: unknown) => {
      throw isUniqueViolation(reason) ? new ConflictError(NAME_TAKEN, { name: NAME_TAKEN }) : reason;
    });
  return outcome;
};
