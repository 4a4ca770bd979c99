import { hostConfigs } from '../rspack.shared.ts';

export default hostConfigs(
  import.meta.dirname,
  { server: './src/server/server.ts', tokens: './src/server/tokens.ts' },
  {
    'remote-process': './src/server/isolation/remote-program.ts',
    'release-probe': '@site/releases/server-probe',
  },
);
