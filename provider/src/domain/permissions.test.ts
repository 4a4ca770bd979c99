import type { Role } from '@site/shared/domain/roles';
import { ForbiddenError, UnauthorizedError } from './errors.ts';
import { ANONYMOUS_CALLER, checkAccess, checkProof, EXPIRED_CALLER, hasMinimumRole, requireStaff, requireWriteAccess, type Staff } from './permissions.ts';

const createStaff = (role: Role): Staff => ({ id: 'me', name: 'Ada', email: 'ada@site.example', role, sessionId: 's1' });
const PROOF = { isRecent: true, lacksSecondFactor: false };
const createCaller = (role: Role, proof = PROOF) => ({ staff: createStaff(role), proof, isExpired: false });

const getFailure = (check: () => void): unknown => {
  try {
    check();
    return undefined;
  } catch (error) {
    if (!(error instanceof ForbiddenError)) throw error;
    return { message: error.message, fieldErrors: error.fieldErrors };
  }
};

describe('callers without an account', () => {
  it('are anonymous, and prove nothing', () => {
    const proof = { isRecent: false, lacksSecondFactor: false };
    expect(ANONYMOUS_CALLER).toEqual({ staff: null, proof, isExpired: false });
    expect(EXPIRED_CALLER).toEqual({ staff: null, proof, isExpired: true });
  });
});

describe('hasMinimumRole', () => {
  it.each([
    ['contributor', 'contributor', true],
    ['contributor', 'editor', false],
    ['admin', 'editor', true],
  ] as const)('NS-08 compares %s with %s', (role, minimum, expected) => {
    expect(hasMinimumRole(createStaff(role), minimum)).toBe(expected);
  });

  it('NS-08 is false without an account', () => {
    expect(hasMinimumRole(null, 'contributor')).toBe(false);
  });
});

describe('checkAccess', () => {
  it('NS-08 lets everyone use a public endpoint', () => {
    expect(() => checkAccess('public', ANONYMOUS_CALLER)).not.toThrow();
  });

  it.each(['staff', 'contributor', 'admin'] as const)('NS-08 asks visitors to sign in for %s', (access) => {
    expect(() => checkAccess(access, ANONYMOUS_CALLER)).toThrow(UnauthorizedError);
  });

  it.each([
    ['staff', 'contributor'],
    ['editor', 'editor'],
    ['editor', 'admin'],
  ] as const)('NS-08 allows access %s for %s', (access, role) => {
    expect(() => checkAccess(access, createCaller(role))).not.toThrow();
  });

  it.each([
    ['editor', 'contributor'],
    ['admin', 'editor'],
  ] as const)('NS-08 denies access %s for %s', (access, role) => {
    expect(() => checkAccess(access, createCaller(role))).toThrow(ForbiddenError);
  });
});

describe('checkProof', () => {
  const secondFactorMessage = 'Your role needs a second factor. Set it up on your profile first.';
  const confirmationMessage = "Please confirm it's you.";
  const proofWithoutFactor = { isRecent: true, lacksSecondFactor: true };
  const oldProof = { isRecent: false, lacksSecondFactor: false };

  it.each([
    ['a visitor', { access: 'staff', needsRecentSignIn: true }, ANONYMOUS_CALLER],
    ['a public endpoint', { access: 'public', needsRecentSignIn: true }, createCaller('admin', { ...oldProof, lacksSecondFactor: true })],
    ['the setup of a second factor', { access: 'staff', isBeforeSecondFactor: true }, createCaller('admin', proofWithoutFactor)],
    ['an old sign-in where a recent one is not needed', { access: 'staff' }, createCaller('admin', oldProof)],
    ['a recent sign-in', { access: 'staff', needsRecentSignIn: true }, createCaller('admin')],
  ] as const)('accepts %s', (_, row, caller) => {
    expect(getFailure(() => checkProof(row, caller))).toBeUndefined();
  });

  it.each([
    ['a second factor', { access: 'staff' }, proofWithoutFactor, { message: secondFactorMessage, fieldErrors: { secondFactor: secondFactorMessage } }],
    [
      'a recent sign-in',
      { access: 'staff', needsRecentSignIn: true },
      oldProof,
      { message: confirmationMessage, fieldErrors: { confirmation: confirmationMessage } },
    ],
  ] as const)('asks for %s', (_, row, proof, failure) => {
    expect(getFailure(() => checkProof(row, createCaller('admin', proof)))).toEqual(failure);
  });
});

describe('requireStaff', () => {
  it('returns the account, or asks to sign in', () => {
    const staff = createStaff('editor');
    expect(requireStaff(staff)).toBe(staff);
    expect(() => requireStaff(null)).toThrow(UnauthorizedError);
  });
});

describe('requireWriteAccess', () => {
  const ownDraft = { authorId: 'me', status: 'draft' } as const;

  it.each([
    ['an editor', 'editor', { authorId: 'other', status: 'published' }, 'published'],
    ['a contributor with a new draft', 'contributor', null, 'draft'],
    ['a contributor with their own draft', 'contributor', ownDraft, 'draft'],
  ] as const)('NS-08 lets %s write', (_, role, current, next) => {
    expect(getFailure(() => requireWriteAccess(createStaff(role), current, next))).toBeUndefined();
  });

  it.each([
    ['publish something new', null, 'published'],
    ['publish their own draft', ownDraft, 'published'],
    ['write the draft of someone else', { authorId: 'other', status: 'draft' }, 'draft'],
    ['write what is published', { authorId: 'me', status: 'published' }, 'draft'],
  ] as const)('NS-08 does not let a contributor %s', (_, current, next) => {
    expect(() => requireWriteAccess(createStaff('contributor'), current, next)).toThrow(ForbiddenError);
  });
});
