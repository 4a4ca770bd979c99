import { getMe, login, logout, refresh } from '@site/shared/contracts/auth';
import * as v from 'valibot';
import { isPasswordRight } from '../../auth/passwords.ts';
import { readBearer } from '../../auth/staff.ts';
import type { Mount } from '../../http/mount-endpoint.ts';
import { Refusal, unauthorized } from '../../http/refusal.ts';
import { findUserByEmail } from '../../repositories/users.ts';
import type { Services } from '../../services.ts';

const SECRET_LIMIT = 200;
const logoutBodySchema = v.fallback(v.object({ refreshToken: v.optional(v.pipe(v.string(), v.maxLength(SECRET_LIMIT))) }), {});

export const mountAuth = (mount: Mount, { db, sessions, throttle, tokens }: Services): void => {
  mount(login, async ({ body, request }) => {
    const email = body.email.toLowerCase();
    await throttle.check(email, request.ip);
    const user = await findUserByEmail(db, email);
    const isRight = body.password.length <= SECRET_LIMIT && (await isPasswordRight(user?.password_hash, body.password));
    if (!isRight || user === undefined || user.is_disabled === 1) {
      await throttle.countFailure(email, request.ip);
      throw new Refusal(401, 'The email address or password is not right.');
    }
    await throttle.forget(email, request.ip);
    const pair = await sessions.start(user.id, body.remember);
    return { ...pair, user: { _id: user.id, name: user.name, email: user.email, role: user.role } };
  });

  mount(refresh, async ({ body }) => {
    const pair = body.refreshToken.length <= SECRET_LIMIT ? await sessions.refresh(body.refreshToken) : null;
    if (pair === null) throw unauthorized('Your session has ended. Please sign in again.');
    return pair;
  });

  mount(logout, async ({ request }) => {
    const bearer = readBearer(request);
    const reading = bearer === null ? null : await tokens.read(bearer);
    if (reading !== null && reading.state !== 'bad') await sessions.end(reading.claims.sessionId);
    const { refreshToken } = v.parse(logoutBodySchema, request.body);
    if (refreshToken !== undefined) await sessions.endByRefreshToken(refreshToken);
    return { message: 'You are signed out.' };
  });

  mount(getMe, async ({ staff }) => {
    if (staff === null) throw unauthorized();
    return { user: { _id: staff.id, name: staff.name, email: staff.email, role: staff.role } };
  });
};
