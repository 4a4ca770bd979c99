/** @jest-environment node */
import * as v from 'valibot';
import { PUBLICATION_STATUSES } from './publication-status.ts';
import { hasRole, mayWriteDocument, ROLES, roleSchema } from './roles.ts';

describe('the role of an account', () => {
  it('NS-08 is one of three', () => {
    expect([...ROLES, 'owner', ''].map((role) => v.is(roleSchema, role))).toEqual([true, true, true, false, false]);
  });
});

describe('hasRole', () => {
  it('NS-08 gives each role all permissions of the weaker roles', () => {
    expect(ROLES.map((role) => ROLES.filter((requiredRole) => hasRole(role, requiredRole)))).toEqual([
      ['contributor'],
      ['contributor', 'editor'],
      ['contributor', 'editor', 'admin'],
    ]);
  });
});

describe('mayWriteDocument', () => {
  const listWritable = (role: (typeof ROLES)[number], authorId?: string | null) =>
    PUBLICATION_STATUSES.filter((status) => mayWriteDocument({ _id: 'ada', role }, { authorId, status }));

  it.each(['editor', 'admin'] as const)('NS-08 lets an %s write every document', (role) => {
    for (const authorId of ['ada', 'sade', null, undefined]) expect(listWritable(role, authorId)).toEqual(PUBLICATION_STATUSES);
  });

  it('NS-08 lets a contributor write their own drafts', () => {
    expect(listWritable('contributor', 'ada')).toEqual(['draft']);
  });

  it.each(['sade', null])('NS-08 does not let a contributor write documents of other authors: %j', (authorId) => {
    expect(listWritable('contributor', authorId)).toEqual([]);
  });

  it('NS-08 leaves drafts without a stated author to the provider', () => {
    expect(listWritable('contributor')).toEqual(['draft']);
  });
});
