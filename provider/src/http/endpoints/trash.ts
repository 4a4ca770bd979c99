import { listTrash, type Trashed } from '@site/shared/contracts/trash';
import type { Database } from '../../database/connection.ts';
import { isAtLeast, requireStaff, type Staff } from '../../domain/permissions.ts';
import type { Mount } from '../mount-endpoint.ts';
import type { Services } from '../services.ts';

const LIMIT = 500;

interface TrashedRow {
  readonly kind: Trashed['kind'];
  readonly id: string;
  readonly title: string;
  readonly deleted_at: string | null;
}

/** NS-08: contributors may bring back their own drafts, editors everything. */
const readTrash = async (db: Database, staff: Staff): Promise<TrashedRow[]> => {
  const isEditor = isAtLeast(staff, 'editor');
  const contents = { posts: 'post', events: 'event' } as const;
  const rows: TrashedRow[] = [];
  for (const table of ['posts', 'events'] as const) {
    let query = db.selectFrom(table).select(['id', 'title', 'deleted_at']).where('deleted_at', 'is not', null);
    if (!isEditor) query = query.where('author_id', '=', staff.id).where('status', '=', 'draft');
    rows.push(...(await query.orderBy('deleted_at', 'desc').limit(LIMIT).execute()).map((row) => ({ kind: contents[table], ...row })));
  }
  let images = db.selectFrom('gallery_images').select(['id', 'title', 'deleted_at']).where('deleted_at', 'is not', null);
  if (!isEditor) images = images.where('author_id', '=', staff.id).where('is_published', '=', 0);
  rows.push(...(await images.orderBy('deleted_at', 'desc').limit(LIMIT).execute()).map((row) => ({ kind: 'image' as const, ...row })));
  if (!isEditor) return rows;
  const albums = db.selectFrom('albums').select(['id', 'name as title', 'deleted_at']).where('deleted_at', 'is not', null);
  const programs = db.selectFrom('programs').select(['id', 'title', 'deleted_at']).where('deleted_at', 'is not', null);
  const applications = db.selectFrom('applications').select(['id', 'name as title', 'deleted_at']).where('deleted_at', 'is not', null);
  rows.push(...(await albums.execute()).map((row) => ({ kind: 'album' as const, ...row })));
  rows.push(...(await programs.execute()).map((row) => ({ kind: 'program' as const, ...row })));
  rows.push(...(await applications.orderBy('deleted_at', 'desc').limit(LIMIT).execute()).map((row) => ({ kind: 'application' as const, ...row })));
  return rows;
};

export const mountTrashList = (mount: Mount, { db }: Services): void => {
  mount(listTrash, async ({ staff }) =>
    (await readTrash(db, requireStaff(staff)))
      .map(({ kind, id, title, deleted_at: deletedAt }) => ({ kind, _id: id, title, deletedAt: deletedAt ?? '' }))
      .sort((one, other) => other.deletedAt.localeCompare(one.deletedAt))
      .slice(0, LIMIT),
  );
};
