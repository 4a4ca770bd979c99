import { programConfig } from '../rspack.shared.ts';

export default programConfig({ folder: import.meta.dirname, uniqueName: 'provider', entry: { server: './src/server.ts', manage: './src/manage.ts' } });
