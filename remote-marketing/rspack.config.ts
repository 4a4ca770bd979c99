import { remoteConfigs } from '@site/shared/build/remote';

export default remoteConfigs({
  folder: import.meta.dirname,
  name: 'marketing',
  paths: [
    '/',
    '/about',
    '/team',
    '/what-we-do',
    '/impact',
    '/volunteer',
    '/school-visit',
    '/ebook',
    '/donate',
    '/donation-success',
    '/programs',
    '/privacy',
    '/accessibility',
    '/safeguarding',
    '/help',
    '/search',
  ],
  query: ['kind'],
  pageBudgets: { home: 18 * 1024 },
});
