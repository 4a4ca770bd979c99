import { remoteConfigs } from '@site/shared/build/remote';

export default remoteConfigs({
  folder: import.meta.dirname,
  name: 'news-events',
  paths: ['/news', '/events'],
});
