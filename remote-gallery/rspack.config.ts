import { remoteConfigs } from '@site/shared/build/remote';

export default remoteConfigs({
  folder: import.meta.dirname,
  name: 'gallery',
  paths: ['/gallery'],
});
