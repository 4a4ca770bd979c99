/** @jest-environment node */
import { describeError, getErrorCode, getErrorMessage, hasErrorCode } from './error-code.ts';

const coded = Object.assign(new Error('no such file'), { code: 'ENOENT' });

describe('errors of unknown kind', () => {
  it.each([
    [coded, 'ENOENT'],
    [{ code: 'E1' }, 'E1'],
    [{ code: 7 }, ''],
    [new Error('x'), ''],
    [null, ''],
    [undefined, ''],
    ['ENOENT', ''],
  ])('%p have a code, or none', (error, code) => {
    expect(getErrorCode(error)).toBe(code);
  });

  it('are recognised by any of several codes', () => {
    expect(hasErrorCode(coded, 'EACCES', 'ENOENT')).toBe(true);
    expect(hasErrorCode(coded, 'EACCES')).toBe(false);
  });

  it('have a message, and a stack for the log', () => {
    expect(getErrorMessage(coded)).toBe('no such file');
    expect(getErrorMessage(7)).toBe('7');
    expect(describeError(coded)).toBe(coded.stack);
    expect(describeError('text')).toBe('text');
    const bare = new Error('bare');
    delete bare.stack;
    expect(describeError(bare)).toBe('bare');
  });
});
