import type { Topic } from './topic.ts';

export const authentication = {
  name: 'Authentication',
  rules: [
    'Access tokens contain `exp` and, as `ses`, the Unix time in seconds at which the session ends unless it is renewed.',
    'Public calls ignore an invalid token. Others return 401 without a valid token and 403 without the role, before they read the body.',
    'A lookup that would be 404 is 401 if the token has expired, so that the client refreshes it: the item may be a draft.',
    '**Bound sessions.** With `x-session-binding: cookie`, a call that starts a session sets the cookie `session-binding`' +
      ' (HttpOnly, SameSite=Strict, path `/api`, Secure over https).',
    'The cookie lasts until the browser closes, or with `remember` as long as the session.',
    'All further calls of the session need token and cookie, otherwise 401. The binding cannot be removed.',
    '**Lifetime.** A session ends 12 hours after its last use (30 days with `remember`), at the latest after 7 (90) days.',
    'An account can have any number of sessions. Its owner gets an email about each new device, and can end sessions.',
    '**Limits.** Within 15 minutes: 8 failed sign-ins per account and address, 40 per address, 80 per account.',
    'The next window for the same account and address is twice as long, up to four hours.',
    'Within a day: 40 per account and address, 320 per account, and 10 wrong codes of a second factor; then the owner gets an email.',
    'A browser that the account has used before (cookie `known-device`) has its own limit. Beyond a limit: 429 with `Retry-After`.',
    '**Second factors.** An account with an authenticator app or a passkey needs `code` to sign in. A passkey alone is also enough.',
    '403 with `errors.secondFactor`: the role needs a second factor. Calls about sessions, password and second factors still work.',
    '**Recent sign-in.** In a bound session, calls with this access are 403 with `errors.confirmation`' +
      ' if the last password or passkey is older than 15 minutes. Call `POST /api/auth/confirmation`, then try again.',
    '**Passkey.** If the account has a passkey, each call with this access needs its own confirmation, by passkey, or by password and recovery code.' +
      ' Otherwise it is 403 with `errors.confirmation` and `errors.passkey`.',
    'One confirmation is valid for one call of its session, for a minute.',
    '**Passwords** have 12 characters or more. 422 if easy to guess: common passwords, patterns, words of the account or of the site.',
    'A used link and a changed password invalidate all other links of the account.',
  ],
  operations: {
    login: ['Signs in', '401 with `errors.code`: the password is correct, and `code` is missing.'],
    preparePasskeySignIn: ['Prepares a sign-in by passkey'],
    signInWithPasskey: ['Signs in by passkey'],
    refresh: ['Renews the tokens of a session'],
    logout: ['Ends a session', 'The response has `Clear-Site-Data: "cache"` only: storage has display settings, and cookies are shared with other programs.'],
    getMe: ["Returns the caller's account"],
    updateMe: ["Renames the caller's account"],
    changePassword: ["Changes the caller's password"],
    requestPasswordReset: ['Emails a reset link, valid for an hour', 'The link invalidates no other link, because anyone may request it.'],
    getInvitation: ['Returns the user of an invitation or reset link'],
    acceptInvitation: ['Sets the password, and signs in'],
    listSessions: ["Lists the caller's sessions"],
    endSession: ["Ends one of the caller's sessions"],
    endOtherSessions: ["Ends the caller's other sessions"],
    confirmSignIn: ['Confirms who is signed in'],
    checkConfirmation: ['Succeeds if no confirmation is needed', 'Call it before actions that start automatically, for example exports.'],
    getSecondFactors: ["Returns the caller's second factors"],
    prepareTotp: ['Creates the secret of an authenticator app'],
    enableTotp: ['Adds the authenticator app'],
    disableTotp: ['Removes the authenticator app'],
    renewRecoveryCodes: ['Replaces the recovery codes'],
    preparePasskey: ['Prepares a new passkey'],
    addPasskey: ['Adds a passkey'],
    deletePasskey: ['Deletes a passkey'],
  },
} as const satisfies Topic;

export const users = {
  name: 'Users',
  rules: ["One-time links are a `path` below the site's URL. No other response contains them."],
  operations: {
    listUsers: ['Lists users by name'],
    inviteUser: ['Creates an account, and returns the path of its one-time link'],
    renewInvitation: ['Returns a new invitation link, or for an active account a reset link, valid for a day'],
    updateUser: ["Changes a user's name, role or `isDisabled`"],
    deleteUser: ['Deletes a user'],
    removeSecondFactors: ["Removes a user's second factors"],
    getAccountPolicy: ['Returns the roles that need a second factor'],
    updateAccountPolicy: ['Changes the roles that need a second factor'],
  },
} as const satisfies Topic;

export const audit = {
  name: 'Audit',
  rules: [
    '`details` is null once the personal values are erased.',
    'Autosaves of a document by one person are one entry, for example `post.autosave`, with the `facts` `saves`, `from` and `until`.',
    'It is written when that person saves manually, when another person writes the document, or half an hour after the last autosave.',
  ],
  operations: {
    listAudit: ['Lists recorded actions, newest first'],
  },
} as const satisfies Topic;

export const operations = {
  name: 'Operations',
  rules: [
    'Also: `/health` with the product version, and `/metrics`.',
    '`/ready` is 503 while closing, and without a database that can be read and written.' +
      ' `storage` names the stores that fail: `originals`, `derived`, `database`.',
    '`X-Forwarded-For` is trusted only from addresses in `PROVIDER_TRUST_PROXY`, by default only from the same machine.',
    "`/api/site/parts` is the host's own call, and never reaches the provider.",
  ],
  operations: {
    getRevision: ['Returns 204 with the headers of the revision'],
    getOpenApi: ['Returns the OpenAPI document'],
    getDashboard: ['Returns the numbers of the dashboard, and for editors the pending `reviews`'],
    countPageViews: [
      'Counts page views, for the host',
      'Calls that the host passes on for a visitor (`X-Forwarded-For`) get the same response, and are not counted.',
      'Each page of a document, and the first 2,000 other paths of a day, have a daily count. Further paths share one. Counts are kept for 400 days.',
    ],
    countPageView: ['Counts one page view, by the same rules'],
  },
} as const satisfies Topic;
