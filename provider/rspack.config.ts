import { programConfig } from '../rspack.shared.ts';

export default programConfig(import.meta.dirname, 'provider', { server: './src/server.ts', manage: './src/manage.ts' });
