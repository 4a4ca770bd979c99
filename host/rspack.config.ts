import { hostConfigs } from '../rspack.shared.ts';

export default hostConfigs(import.meta.dirname, { server: './src/server/server.ts', 'render-worker': './src/server/rendering/render-worker.ts' });
