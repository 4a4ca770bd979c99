/** @jest-environment node */
import { isSlugKind, isVersionKind, KIND_NAMES, KINDS, mapKinds, SLUG_KINDS, VERSION_KINDS } from './kinds.ts';

describe('the kinds of content', () => {
  it('are grouped by their features', () => {
    expect(KIND_NAMES).toEqual(['image', 'post', 'event', 'program']);
    expect(VERSION_KINDS).toEqual(['post', 'event', 'program']);
    expect(SLUG_KINDS).toEqual(['post', 'program']);
    expect(['image', 'post', 'user'].map(isVersionKind)).toEqual([false, true, false]);
    expect(['event', 'program', 'user'].map(isSlugKind)).toEqual([false, true, false]);
  });

  it('NS-08 may be written by contributors, programs by editors only', () => {
    expect(mapKinds((name) => KINDS[name].minimumRole)).toEqual({ image: 'contributor', post: 'contributor', event: 'contributor', program: 'editor' });
  });

  it('have distinct names and paths', () => {
    for (const fact of ['label', 'plural', 'path', 'page', 'publicName', 'searchOrder'] as const) {
      const values = KIND_NAMES.map((name) => KINDS[name][fact]);
      expect(new Set(values).size).toBe(KIND_NAMES.length);
      expect(values).not.toContain('');
    }
  });

  it('have public paths that begin with a slash and end where the slug or id follows', () => {
    expect(mapKinds((name) => KINDS[name].page)).toEqual({ image: '/gallery?photo=', post: '/news/', event: '/events/', program: '/programs/' });
  });
});
