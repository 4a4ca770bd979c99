import { programConfig } from '../rspack.shared.ts';

export default programConfig({ folder: import.meta.dirname, entry: { server: './src/server.ts', manage: './src/manage.ts' } });
