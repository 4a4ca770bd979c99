import { remoteConfigs } from '@site/shared/build/remote';

export default remoteConfigs({
  folder: import.meta.dirname,
  name: 'stories',
  paths: ['/stories'],
  links: [{ label: 'Stories', to: '/stories' }],
});
