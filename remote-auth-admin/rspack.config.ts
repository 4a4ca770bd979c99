import { remoteConfigs } from '../rspack.shared.ts';

export default remoteConfigs({
  folder: import.meta.dirname,
  name: 'auth-admin',
  paths: ['/login', '/accept-invite', '/admin'],
  isPrivate: true,
});
