import type { FieldErrors } from '@site/shared/domain/content-kind';

export type DomainErrorKind =
  | 'validation'
  | 'unauthorized'
  | 'forbidden'
  | 'not-found'
  | 'conflict'
  | 'precondition-failed'
  | 'file-too-large'
  | 'unsupported-file'
  | 'rate-limited'
  | 'overloaded'
  | 'unavailable';

/** An expected failure, which is reported to the caller. Any other error is a bug. `http/errors.ts` maps each kind of failure to a status. */
export abstract class DomainError extends Error {
  abstract readonly kind: DomainErrorKind;
  readonly fieldErrors: FieldErrors | undefined;
  readonly retryAfterSeconds: number | undefined;

  constructor(
    message: string,
    { fieldErrors, retryAfterSeconds, cause }: { fieldErrors?: FieldErrors | undefined; retryAfterSeconds?: number; cause?: unknown } = {},
  ) {
    super(message, { cause });
    this.fieldErrors = fieldErrors;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

export class ValidationError extends DomainError {
  readonly kind = 'validation';

  constructor(fieldErrors: FieldErrors, message = 'Some fields need your attention.') {
    super(message, { fieldErrors });
  }
}

export class UnauthorizedError extends DomainError {
  readonly kind = 'unauthorized';

  constructor(message = 'Please sign in.', fieldErrors?: FieldErrors) {
    super(message, { fieldErrors });
  }
}

export class ForbiddenError extends DomainError {
  readonly kind = 'forbidden';

  constructor(message = 'You do not have permission to do this.', fieldErrors?: FieldErrors) {
    super(message, { fieldErrors });
  }
}

export class NotFoundError extends DomainError {
  readonly kind = 'not-found';

  /** `subject` begins the message: "Post not found." */
  constructor(subject: string, message = `${subject} not found.`) {
    super(message);
  }
}

export class ConflictError extends DomainError {
  readonly kind = 'conflict';

  constructor(message: string, fieldErrors?: FieldErrors) {
    super(message, { fieldErrors });
  }
}

export class PreconditionFailedError extends DomainError {
  readonly kind = 'precondition-failed';
}

export class FileTooLargeError extends DomainError {
  readonly kind = 'file-too-large';

  constructor(field: string, message: string) {
    super(message, { fieldErrors: { [field]: message } });
  }
}

export class UnsupportedFileError extends DomainError {
  readonly kind = 'unsupported-file';

  constructor(field: string, message: string) {
    super(message, { fieldErrors: { [field]: message } });
  }
}

export class RateLimitedError extends DomainError {
  readonly kind = 'rate-limited';

  constructor(retryAfterSeconds: number) {
    super('Too many attempts. Please wait a little and try again.', { retryAfterSeconds: Math.max(1, Math.ceil(retryAfterSeconds)) });
  }
}

export class OverloadedError extends DomainError {
  readonly kind = 'overloaded';

  constructor() {
    super('The server is busy. Please try again in a moment.', { retryAfterSeconds: 2 });
  }
}

export class StorageUnavailableError extends DomainError {
  readonly kind = 'unavailable';

  constructor(cause: unknown) {
    super('Photos cannot be loaded or saved right now. Please try again in a few minutes.', { retryAfterSeconds: 5, cause });
  }
}
