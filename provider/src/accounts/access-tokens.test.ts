import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readSigningSecret } from './access-tokens.ts';

const DATABASE_URL = 'postgres://site@db/site';
const createSettings = async (databaseUrl: string | undefined) => ({ jwtSecret: undefined, databaseUrl, dataDir: await mkdtemp(join(tmpdir(), 'secret-')) });

describe('readSigningSecret', () => {
  it('OPS-08 generates and stores the secret if no provider has used the database before', async () => {
    const settings = await createSettings(DATABASE_URL);
    const secret = await readSigningSecret(settings, async () => false);

    expect(secret.length).toBeGreaterThanOrEqual(32);
    expect(await readSigningSecret(settings, async () => true)).toBe(secret);
  });

  it('OPS-08 rejects another provider on the same database without JWT_SECRET', async () => {
    const settings = await createSettings(DATABASE_URL);

    await expect(readSigningSecret(settings, async () => true)).rejects.toThrow('JWT_SECRET must be the one of the provider that uses this database already');
    // The failed start must not have stored a new secret.
    await expect(readSigningSecret(settings, async () => true)).rejects.toThrow('JWT_SECRET');
    expect(await readSigningSecret({ ...settings, jwtSecret: 'configured' }, async () => true)).toBe('configured');
  });

  it('OPS-08 generates a secret for an embedded database that was restored', async () => {
    expect(await readSigningSecret(await createSettings(undefined), async () => true)).not.toBe('');
  });
});
