import { readDestination } from './read-destination.ts';

describe('readDestination', () => {
  it.each([
    ['nothing', null, '/admin/dashboard'],
    ['the page asked for', { from: '/admin/posts?status=draft#list' }, '/admin/posts?status=draft#list'],
    ['the login itself', { from: '/login' }, '/admin/dashboard'],
    ['another site', { from: '//evil.example/' }, '/admin/dashboard'],
    ['another site, disguised', { from: '/\\evil.example/' }, '/admin/dashboard'],
    ['an absolute URL', { from: 'https://evil.example/' }, '/admin/dashboard'],
    ['something else', { from: { pathname: '/admin' } }, '/admin/dashboard'],
    ['a text', 'state', '/admin/dashboard'],
  ])('LOGIN-03 reads %s', (_what, state, to) => {
    expect(readDestination(state).to).toBe(to);
  });
});
