import { remoteConfigs } from '../rspack.shared.ts';

export default remoteConfigs({
  folder: import.meta.dirname,
  name: 'gallery',
  paths: ['/gallery'],
});
