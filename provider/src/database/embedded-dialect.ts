import { SqliteAdapter, SqliteDialect } from 'kysely';
import { openGuardedLibsql } from './guarded-libsql.ts';

/** SQLite can take a change of tables back like any other; Kysely does not rely on it unless told, and would leave half a migration behind. */
class EmbeddedAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

/** Kysely over the guarded file. */
export class EmbeddedDialect extends SqliteDialect {
  constructor(file: string) {
    super({ database: async () => openGuardedLibsql(file) });
  }

  override createAdapter(): EmbeddedAdapter {
    return new EmbeddedAdapter();
  }
}
