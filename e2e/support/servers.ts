import { resolve } from 'node:path';
import * as servers from '@site/scripts/servers';

export const root = resolve(import.meta.dirname, '../..');
export const TEMPLATE_FOLDER = '.cache/e2e-template';

export const STAFF = { email: 'admin@bettertomorrow.example', password: 'sunrise-over-lagos-26' } as const;

interface ProviderOptions {
  readonly dataFolder: string;
  readonly port?: number;
  readonly env?: Readonly<Record<string, string>>;
}

export const startProvider = ({ env, ...options }: ProviderOptions): Promise<servers.RunningServer> =>
  servers.startProvider({ ...options, env: { ...env, ADMIN_EMAIL: STAFF.email, ADMIN_PASSWORD: STAFF.password } });
