import { checkVersion, EditConflictError, isUnconditional, nextTimestamp } from './edit-conflicts.ts';
import { PreconditionFailedError } from './errors.ts';

const STORED_TIMESTAMP = '2026-11-30T08:00:00.000Z';
const OLDER_TIMESTAMP = '2026-11-30T07:00:00.000Z';

describe('isUnconditional', () => {
  it.each([
    [undefined, undefined, true],
    ['*', '', true],
    [`"${STORED_TIMESTAMP}"`, undefined, false],
    [undefined, STORED_TIMESTAMP, false],
    [`"${STORED_TIMESTAMP}"`, STORED_TIMESTAMP, false],
  ])('with If-Match %s and updatedAt %s', (ifMatch, updatedAt, expected) => {
    expect(isUnconditional({ ifMatch, updatedAt })).toBe(expected);
  });
});

describe('checkVersion', () => {
  const check = (ifMatch?: string, updatedAt?: string) => (): void => checkVersion({ ifMatch, updatedAt }, STORED_TIMESTAMP);

  it.each([
    [undefined, undefined],
    ['*', ''],
    [`"${STORED_TIMESTAMP}"`, undefined],
    [`W/"${STORED_TIMESTAMP}"`, undefined],
    [STORED_TIMESTAMP, undefined],
    [undefined, STORED_TIMESTAMP],
  ])('NS-09 accepts If-Match %s and updatedAt %s', (ifMatch, updatedAt) => {
    expect(check(ifMatch, updatedAt)).not.toThrow();
  });

  it.each([`"${OLDER_TIMESTAMP}"`, `W/"${OLDER_TIMESTAMP}"`, STORED_TIMESTAMP.replace('T', '"T'), '', '"'])(
    'NS-09 rejects the header If-Match %s',
    (ifMatch) => {
      expect(check(ifMatch)).toThrow(PreconditionFailedError);
      expect(check(ifMatch)).toThrow('Someone else has changed this in the meantime. Please load it again.');
    },
  );

  it('NS-09 rejects the updatedAt of an older form', () => {
    expect(check(undefined, OLDER_TIMESTAMP)).toThrow(EditConflictError);
    expect(check(undefined, OLDER_TIMESTAMP)).toThrow('Someone else has changed this in the meantime. Please load it again.');
  });
});

describe('EditConflictError', () => {
  it('names the account that saved, where it is known', () => {
    expect(new EditConflictError('Ada')).toMatchObject({ kind: 'conflict', savedBy: 'Ada' });
    expect(new EditConflictError().savedBy).toBe('');
  });
});

describe('nextTimestamp', () => {
  it.each([
    ['without a previous one', undefined, STORED_TIMESTAMP],
    ['after an earlier one', OLDER_TIMESTAMP, STORED_TIMESTAMP],
    ['within the same millisecond', STORED_TIMESTAMP, '2026-11-30T08:00:00.001Z'],
    ['when the clock was set back', '2026-11-30T09:00:00.000Z', '2026-11-30T09:00:00.001Z'],
  ])('is later %s', (_, previous, expected) => {
    expect(nextTimestamp(new Date(STORED_TIMESTAMP), previous)).toBe(expected);
  });
});
