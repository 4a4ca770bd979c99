import { createProgramConfig } from '../rspack.shared.ts';

export default createProgramConfig({ folder: import.meta.dirname, entry: { server: './src/server.ts', manage: './src/manage.ts' } });
