import { remoteConfigs } from '@site/shared/build/remote';

export default remoteConfigs({
  folder: import.meta.dirname,
  name: 'auth-admin',
  paths: ['/login', '/accept-invite', '/admin'],
  isPrivate: true,
});
