/** An expected refusal of a call: the error handler answers its status and message; anything else thrown is a bug and answers 500. */
export class Refusal extends Error {
  constructor(
    readonly status: number,
    message: string,
    /** Messages by field name. */
    readonly errors?: Readonly<Record<string, string>>,
    readonly headers?: Readonly<Record<string, string>>,
  ) {
    super(message);
  }
}

export const invalid = (errors: Readonly<Record<string, string>>, message = 'Some fields need your attention.'): Refusal => new Refusal(422, message, errors);
export const unauthorized = (message = 'Please sign in.'): Refusal => new Refusal(401, message, undefined, { 'www-authenticate': 'Bearer' });
export const forbidden = (): Refusal => new Refusal(403, 'You do not have permission to do this.');
export const notFound = (what: string): Refusal => new Refusal(404, `${what} not found.`);
export const conflict = (message: string, errors?: Readonly<Record<string, string>>): Refusal => new Refusal(409, message, errors);
export const tooMany = (retryAfterSeconds: number): Refusal =>
  new Refusal(429, 'Too many attempts. Please wait a little and try again.', undefined, { 'retry-after': String(Math.max(1, Math.ceil(retryAfterSeconds))) });
export const busy = (): Refusal => new Refusal(503, 'The server is busy. Please try again in a moment.', undefined, { 'retry-after': '2' });
