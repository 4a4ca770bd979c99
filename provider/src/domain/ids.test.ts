import { createId, createSecret, hashSecret, isUploadId } from './ids.ts';

describe('ids and secrets', () => {
  it('have enough random characters', () => {
    expect(createId()).toMatch(/^[0-9a-f]{24}$/);
    expect(createId()).not.toBe(createId());
    expect(createSecret()).toMatch(/^[\w-]{43}$/);
    expect(createSecret()).not.toBe(createSecret());
  });

  it('are stored as SHA-256', () => {
    expect(hashSecret('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
  });

  it.each([
    ['0123456789abcdef01234567', true],
    ['0123456789abcdef012345678', false],
    ['0123456789abcdef0123456', false],
    ['x0123456789abcdef01234567', false],
    ['hero', false],
    [undefined, false],
  ])('says whether %s is the id of an upload', (id, expected) => {
    expect(isUploadId(id)).toBe(expected);
  });
});
