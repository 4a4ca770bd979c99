import {
  ConflictError,
  DomainError,
  FileTooLargeError,
  ForbiddenError,
  NotFoundError,
  OverloadedError,
  PreconditionFailedError,
  RateLimitedError,
  StorageUnavailableError,
  UnauthorizedError,
  UnsupportedFileError,
  ValidationError,
} from './errors.ts';

const fieldErrors = { title: 'Enter a title' };
const cause = new Error('EIO');

describe('a domain error', () => {
  it.each([
    [new ValidationError(fieldErrors), { kind: 'validation', message: 'Some fields need your attention.', fieldErrors }],
    [new ValidationError(fieldErrors, 'Please try again.'), { kind: 'validation', message: 'Please try again.', fieldErrors }],
    [new UnauthorizedError(), { kind: 'unauthorized', message: 'Please sign in.', fieldErrors: undefined }],
    [new UnauthorizedError('Expired.', fieldErrors), { kind: 'unauthorized', message: 'Expired.', fieldErrors }],
    [new ForbiddenError(), { kind: 'forbidden', message: 'You do not have permission to do this.', fieldErrors: undefined }],
    [new ForbiddenError('Not now.', fieldErrors), { kind: 'forbidden', message: 'Not now.', fieldErrors }],
    [new NotFoundError('Post'), { kind: 'not-found', message: 'Post not found.' }],
    [new NotFoundError('Post', 'It was deleted.'), { kind: 'not-found', message: 'It was deleted.' }],
    [new ConflictError('Taken.', fieldErrors), { kind: 'conflict', message: 'Taken.', fieldErrors }],
    [new PreconditionFailedError('Changed.'), { kind: 'precondition-failed', message: 'Changed.' }],
    [new FileTooLargeError('image', 'Too large.'), { kind: 'file-too-large', message: 'Too large.', fieldErrors: { image: 'Too large.' } }],
    [new UnsupportedFileError('image', 'No image.'), { kind: 'unsupported-file', message: 'No image.', fieldErrors: { image: 'No image.' } }],
    [new OverloadedError(), { kind: 'overloaded', message: 'The server is busy. Please try again in a moment.', retryAfterSeconds: 2 }],
    [
      new StorageUnavailableError(cause),
      { kind: 'unavailable', message: 'Photos cannot be loaded or saved right now. Please try again in a few minutes.', retryAfterSeconds: 5, cause },
    ],
  ])('%s', (error, expected) => {
    expect(error).toBeInstanceOf(DomainError);
    expect(error).toMatchObject(expected);
  });

  it.each([
    [0, 1],
    [0.2, 1],
    [1, 1],
    [29.1, 30],
  ])('asks to wait whole seconds, at least one: %s', (seconds, retryAfterSeconds) => {
    const message = 'Too many attempts. Please wait a little and try again.';
    expect(new RateLimitedError(seconds)).toMatchObject({ kind: 'rate-limited', message, retryAfterSeconds });
  });
});
