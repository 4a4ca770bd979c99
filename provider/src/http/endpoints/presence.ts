import { deletePresence, PRESENCE_TIMEOUT_MS, type Presence, putPresence } from '@site/shared/contracts/presence';
import type { VersionKind } from '@site/shared/domain/kinds';
import { matchesDocument } from '../../database/document-kinds.ts';
import { runTransaction } from '../../database/retry-conflicts.ts';
import type { Database } from '../../database/schema/tables.ts';
import type { Mount } from '../mount-endpoint.ts';
import { requireVersionKind } from '../require-found.ts';
import type { Services } from '../services.ts';

/** Mounts the list of users who have a document open. Every open tab reports regularly; a tab that stops reporting is treated as closed. */
export const mountPresence = (mount: Mount, { db, now }: Services): void => {
  const read = async (
    connection: Database,
    kind: VersionKind,
    id: string,
    currentTab: { readonly tab: string; readonly userId: string },
  ): Promise<Presence> => {
    const rows = await connection
      .selectFrom('presences')
      .innerJoin('users', 'users.id', 'presences.user_id')
      .select(['tab', 'user_id', 'users.name', 'since', 'took_over_at'])
      .where(matchesDocument({ kind, id }))
      .orderBy('since')
      .orderBy('tab')
      .execute();
    const [holder] = rows.filter((row) => row.took_over_at !== '').sort((a, b) => b.took_over_at.localeCompare(a.took_over_at));
    return {
      others: rows
        .filter(({ tab }) => tab !== currentTab.tab)
        .map(({ tab, user_id: userId, name, since }) => ({ tab, name, isSelf: userId === currentTab.userId, since })),
      holder: holder?.tab ?? null,
    };
  };

  mount(
    putPresence,
    async ({ params, body: { tab, act }, staff }) => {
      const kind = requireVersionKind(params.kind);
      const id = params.id ?? '';
      const userId = staff.id;
      const at = now();
      const seen_at = at.toISOString();
      const takeOverColumns = act === 'take-over' ? { took_over_at: seen_at } : act === 'release' ? { took_over_at: '' as const } : {};
      const record = async (transaction: Database): Promise<Presence> => {
        // Remove tabs that have stopped reporting, for example because their machine went to sleep.
        await transaction
          .deleteFrom('presences')
          .where('seen_at', '<', new Date(at.getTime() - PRESENCE_TIMEOUT_MS).toISOString())
          .execute();
        await transaction
          .insertInto('presences')
          .values({ kind, document_id: id, tab, user_id: userId, since: seen_at, seen_at, took_over_at: '', ...takeOverColumns })
          .onConflict((conflict) => conflict.columns(['kind', 'document_id', 'tab']).doUpdateSet({ user_id: userId, seen_at, ...takeOverColumns }))
          .execute();
        return read(transaction, kind, id, { tab, userId });
      };
      return runTransaction(db, record);
    },
    { audit: null },
  );

  mount(
    deletePresence,
    async ({ params, staff }) => {
      const tab = params.tab ?? '';
      await db.deleteFrom('presences').where('kind', '=', requireVersionKind(params.kind)).where('tab', '=', tab).where('user_id', '=', staff.id).execute();
      return { _id: tab };
    },
    { audit: null },
  );
};
