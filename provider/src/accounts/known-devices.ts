import { createSecretKey, hkdfSync } from 'node:crypto';
import { jwtVerify, SignJWT } from 'jose';
import * as v from 'valibot';
import { createId } from '../domain/ids.ts';

/** Browsers store no cookie for longer. */
export const KNOWN_DEVICE_SECONDS = 400 * 24 * 60 * 60;
/** Of a shared computer. */
const MAX_ACCOUNTS = 8;

/** A browser in which somebody has signed in before. */
export interface KnownDevice {
  readonly id: string;
  /** The accounts, the last one first. */
  readonly userIds: readonly string[];
}

const payloadSchema = v.object({ jti: v.string(), accounts: v.array(v.string()) });

export interface KnownDevices {
  /** Null for a value that this provider has not signed. */
  read(value: string | undefined): Promise<KnownDevice | null>;
  /** The value of the cookie after a sign-in. */
  add(device: KnownDevice | null, userId: string): Promise<string>;
}

/** A signed cookie that says which accounts have been used in a browser. It signs nobody in: it only spares its owner the lockouts that strangers cause. */
export const createKnownDevices = (secret: string, now: () => Date): KnownDevices => {
  const key = createSecretKey(Buffer.from(hkdfSync('sha256', secret, '', 'known devices', 32)));
  return {
    read: async (value) => {
      if (value === undefined) return null;
      try {
        const { payload } = await jwtVerify(value, key, { algorithms: ['HS256'], currentDate: now() });
        const parsed = v.safeParse(payloadSchema, payload);
        return parsed.success ? { id: parsed.output.jti, userIds: parsed.output.accounts } : null;
      } catch {
        // Expired, or not ours.
        return null;
      }
    },
    add: (device, userId) => {
      const others = (device?.userIds ?? []).filter((id) => id !== userId);
      const issuedAt = Math.floor(now().getTime() / 1000);
      return new SignJWT({ accounts: [userId, ...others].slice(0, MAX_ACCOUNTS) })
        .setProtectedHeader({ alg: 'HS256' })
        .setJti(device?.id ?? createId())
        .setExpirationTime(issuedAt + KNOWN_DEVICE_SECONDS)
        .sign(key);
    },
  };
};
