/** @jest-environment node */
import { describeError, getErrorCode, getErrorMessage, hasErrorCode } from './error-code.ts';

const errorWithCode = Object.assign(new Error('no such file'), { code: 'ENOENT' });

describe('errors of unknown kind', () => {
  it.each([
    [errorWithCode, 'ENOENT'],
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
    expect(hasErrorCode(errorWithCode, 'EACCES', 'ENOENT')).toBe(true);
    expect(hasErrorCode(errorWithCode, 'EACCES')).toBe(false);
  });

  it('have a message, and a stack for the log', () => {
    expect(getErrorMessage(errorWithCode)).toBe('no such file');
    expect(getErrorMessage(7)).toBe('7');
    expect(describeError(errorWithCode)).toBe(errorWithCode.stack);
    expect(describeError('text')).toBe('text');
    const errorWithoutCode = new Error('bare');
    delete errorWithoutCode.stack;
    expect(describeError(errorWithoutCode)).toBe('bare');
  });
});
