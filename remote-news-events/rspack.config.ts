import { remoteConfigs } from '../rspack.shared.ts';

export default remoteConfigs({
  folder: import.meta.dirname,
  name: 'news-events',
  paths: ['/news', '/events'],
});
