import { createProgramConfig } from '../rspack.shared.ts';

/** Builds the host's server for the kit, whose installation lacks the host's packages. */
export default createProgramConfig({
  folder: import.meta.dirname,
  entry: { server: './src/server/server.ts' },
  outputFolder: 'dist/kit',
  minimize: true,
});
