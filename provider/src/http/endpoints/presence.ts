import { deletePresence, PRESENCE_TIMEOUT_MS, type Presence, putPresence } from '@site/shared/contracts/presence';
import type { VersionKind } from '@site/shared/domain/kinds';
import type { Kysely } from 'kysely';
import { retryConflicts } from '../../database/retry-conflicts.ts';
import type { Tables } from '../../database/schema.ts';
import { requireStaff } from '../../domain/permissions.ts';
import type { Mount } from '../mount-endpoint.ts';
import { requireVersionKind } from '../require-version-kind.ts';
import type { Services } from '../services.ts';

type Params = Readonly<Record<string, string>>;

/** Who has a document open. Every tab says so again and again; one that is silent is closed. */
export const mountPresence = (mount: Mount, { db, now }: Services): void => {
  const getKind = ({ kind: name }: Params): VersionKind => {
    const kind = requireVersionKind(name);
    return kind;
  };

  const read = async (connection: Kysely<Tables>, kind: VersionKind, id: string, own: { readonly tab: string; readonly userId: string }): Promise<Presence> => {
    const rows = await connection
      .selectFrom('presences')
      .innerJoin('users', 'users.id', 'presences.user_id')
      .select(['tab', 'user_id', 'users.name', 'since', 'took_over_at'])
      .where('kind', '=', kind)
      .where('document_id', '=', id)
      .orderBy('since')
      .orderBy('tab')
      .execute();
    // The last one who took over.
    const [holder] = rows.filter((row) => row.took_over_at !== '').sort((one, other) => other.took_over_at.localeCompare(one.took_over_at));
    return {
      others: rows.filter(({ tab }) => tab !== own.tab).map(({ tab, user_id: userId, name, since }) => ({ tab, name, isSelf: userId === own.userId, since })),
      holder: holder?.tab ?? null,
    };
  };

  mount(
    putPresence,
    async ({ params, body: { tab, act }, staff }) => {
      const kind = getKind(params);
      const id = params.id ?? '';
      const userId = requireStaff(staff).id;
      const at = now();
      const seen_at = at.toISOString();
      const tookOver = act === 'take-over' ? { took_over_at: seen_at } : act === 'release' ? { took_over_at: '' as const } : {};
      const record = async (transaction: Kysely<Tables>): Promise<Presence> => {
        // A machine that sleeps closes nothing: the time does.
        await transaction
          .deleteFrom('presences')
          .where('seen_at', '<', new Date(at.getTime() - PRESENCE_TIMEOUT_MS).toISOString())
          .execute();
        await transaction
          .insertInto('presences')
          .values({ kind, document_id: id, tab, user_id: userId, since: seen_at, seen_at, took_over_at: '', ...tookOver })
          .onConflict((conflict) => conflict.columns(['kind', 'document_id', 'tab']).doUpdateSet({ user_id: userId, seen_at, ...tookOver }))
          .execute();
        return read(transaction, kind, id, { tab, userId });
      };
      return retryConflicts(() => db.transaction().execute(record));
    },
    { audit: null },
  );

  mount(
    deletePresence,
    async ({ params, staff }) => {
      const tab = params.tab ?? '';
      await db.deleteFrom('presences').where('kind', '=', getKind(params)).where('tab', '=', tab).where('user_id', '=', requireStaff(staff).id).execute();
      return { _id: tab };
    },
    { audit: null },
  );
};
