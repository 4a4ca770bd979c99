import { selfContainedConfig } from '../rspack.shared.ts';

/** The host's server for the kit, whose installation has none of the host's packages. */
export default selfContainedConfig({ folder: import.meta.dirname, name: 'host', entry: { server: './src/server/server.ts' }, outputFolder: 'dist/kit' });
