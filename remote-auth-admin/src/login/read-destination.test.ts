import { readDestination } from './read-destination.ts';

describe('readDestination', () => {
  it.each([
    ['nothing', null, '/admin/dashboard'],
    ['the requested page', { from: '/admin/posts?status=draft#list' }, '/admin/posts?status=draft#list'],
    ['the sign-in page', { from: '/login' }, '/admin/dashboard'],
    ['another site', { from: '//evil.example/' }, '/admin/dashboard'],
    ['another site with a backslash', { from: '/\\evil.example/' }, '/admin/dashboard'],
    ['an absolute URL', { from: 'https://evil.example/' }, '/admin/dashboard'],
    ['an object instead of a path', { from: { pathname: '/admin' } }, '/admin/dashboard'],
    ['a string instead of an object', 'state', '/admin/dashboard'],
  ])('LOGIN-03 reads the destination from %s', (_what, state, to) => {
    expect(readDestination(state).to).toBe(to);
  });
});
