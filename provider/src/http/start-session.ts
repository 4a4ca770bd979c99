import { BINDING_HEADERS } from '@site/shared/contracts/auth';
import type { RequestHeaders } from '@site/shared/contracts/request-headers';
import Bowser from 'bowser';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { UserRow } from '../database/user-queries.ts';
import { createSecret } from '../domain/ids.ts';
import type { Services } from './services.ts';
import { readDevice, setBinding, setDevice } from './session-cookies.ts';
import type { KnownDevice } from './signed-tokens.ts';

const USER_AGENT_LIMIT = 500;

/** Returns the browser and operating system, for example "Firefox on Windows". Returns null if the user agent names no known browser. */
const getDeviceLabel = ({ headers }: FastifyRequest): string | null => {
  const userAgent = headers['user-agent']?.slice(0, USER_AGENT_LIMIT);
  if (userAgent === undefined || userAgent === '') return null;
  const { browser, os } = Bowser.parse(userAgent);
  if (browser.name === undefined || browser.name === '') return null;
  return os.name === undefined ? browser.name : `${browser.name} on ${os.name}`;
};

export const findKnownDevice = async ({ knownDevices }: Services, request: FastifyRequest, userId: string | undefined): Promise<KnownDevice | null> => {
  const device = await knownDevices.read(readDevice(request));
  return device !== null && userId !== undefined && device.accounts.includes(userId) ? device : null;
};

interface Call {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly headers: RequestHeaders;
}

interface SignIn {
  readonly user: UserRow;
  readonly isRemembered: boolean;
  readonly hasSecondFactor: boolean;
}

/** Whether the account has used this user agent before. Recognises clients that do not store cookies and therefore sign in often. */
const isKnownUserAgent = async ({ db }: Services, userId: string, device: string | null): Promise<boolean> => {
  const query = db.selectFrom('sessions').select('id').where('user_id', '=', userId).where('binding_hash', 'is', null);
  const deviceQuery = device === null ? query.where('device', 'is', null) : query.where('device', '=', device);
  return (await deviceQuery.limit(1).executeTakeFirst()) !== undefined;
};

/** Signs in a user who has proven their identity. All sessions start in this function, which also sets their cookies. */
export const startSession = async (services: Services, { request, reply, headers }: Call, signIn: SignIn) => {
  const { db, sessions, knownDevices, accountEvents } = services;
  const { user, isRemembered, hasSecondFactor } = signIn;
  const isBound = headers['X-Session-Binding'] === BINDING_HEADERS['x-session-binding'];
  const device = getDeviceLabel(request);
  const earlierSession = await db.selectFrom('sessions').select('id').where('user_id', '=', user.id).limit(1).executeTakeFirst();
  const isKnownDevice = isBound ? (await findKnownDevice(services, request, user.id)) !== null : await isKnownUserAgent(services, user.id, device);
  const binding = isBound ? createSecret() : null;
  const pair = await sessions.start(user.id, isRemembered, { device, binding, hasSecondFactor });
  if (binding !== null) {
    setBinding(request, reply, binding, isRemembered);
    setDevice(request, reply, await knownDevices.add(await knownDevices.read(readDevice(request)), user.id));
  }
  // Do not report a new device when an account signs in for the first time.
  if (!isKnownDevice && earlierSession !== undefined) await accountEvents.raise({ kind: 'new-device', userId: user.id, device });
  return { token: pair.token, refreshToken: pair.refreshToken, user: { _id: user.id, name: user.name, email: user.email, role: user.role } };
};
