import {
  addPasskey,
  checkConfirmation,
  confirmSignIn,
  deletePasskey,
  disableTotp,
  enableTotp,
  getAccountPolicy,
  getSecondFactors,
  preparePasskey,
  preparePasskeySignIn,
  prepareTotp,
  removeSecondFactors,
  renewRecoveryCodes,
  signInWithPasskey,
  updateAccountPolicy,
} from '@site/shared/contracts/second-factor';
import type { FastifyRequest } from 'fastify';
import { consumeCode } from '../../accounts/consume-code.ts';
import type { PasskeyRow, RelyingParty } from '../../accounts/passkeys.ts';
import { isPasswordCorrect } from '../../accounts/passwords.ts';
import { removeSecondFactors as removeAllFactors } from '../../accounts/second-factors.ts';
import { findUser } from '../../database/user-queries.ts';
import { ConflictError, NotFoundError, ValidationError } from '../../domain/errors.ts';
import type { Staff } from '../../domain/permissions.ts';
import { createAddressLimit } from '../../limits/address-limit.ts';
import type { Mount } from '../mount-endpoint.ts';
import { requireFound } from '../require-found.ts';
import type { Services } from '../services.ts';
import { startSession } from '../start-session.ts';
import { CODE_MESSAGES, isFactorProven } from './auth.ts';

const TOTP_EXPIRED_MESSAGE = 'That took too long. Start again with a new QR code.';

/** Browsers offer passkeys only over https or on localhost, and only for host names, not for IP addresses. */
const canHavePasskeys = ({ protocol, hostname }: URL): boolean =>
  hostname === 'localhost' || hostname.endsWith('.localhost') || (protocol === 'https:' && !/^[\d.]+$|^\[/.test(hostname));

type StaffAddresses = Pick<Services, 'siteUrl' | 'staffUrl'>;

/** Returns the host name to which passkeys are bound. They also work on its subdomains, so they keep working if the staff area moves to one. */
const getRelyingPartyId = ({ hostname }: URL, siteUrl: string | undefined): string => {
  const site = siteUrl === undefined ? '' : new URL(siteUrl).hostname;
  return site.includes('.') && hostname.endsWith(`.${site}`) ? site : hostname;
};

/**
 * Returns the site to which a passkey is bound: `STAFF_URL` or `SITE_URL` if set, otherwise the origin of the calling page. The browser states this origin and
 * the authenticator signs it, so a passkey for another host name fails verification.
 */
const getRelyingParty = (request: FastifyRequest, { siteUrl, staffUrl }: StaffAddresses): RelyingParty => {
  const origin = request.headers.origin ?? '';
  if (staffUrl !== undefined && origin !== new URL(staffUrl).origin) {
    throw new ValidationError({}, `Passkeys work at ${new URL(staffUrl).origin} only.`);
  }
  if (!URL.canParse(origin) || !canHavePasskeys(new URL(origin))) {
    throw new ValidationError({}, 'Passkeys need a site with https, or localhost.');
  }
  return { id: getRelyingPartyId(new URL(origin), siteUrl), origin, name: 'Staff area' };
};

const toPasskey = (row: PasskeyRow) => ({ _id: row.id, name: row.name, createdAt: row.created_at, lastUsedAt: row.last_used_at });

export const mountSecondFactors = (mount: Mount, services: Services): void => {
  const { secondFactors, passkeys, challenges, sessions, accountEvents } = services;
  /** Marks the session as confirmed, because the user has just proven the new factor. Returns recovery codes if this is the account's first factor. */
  const confirmAddedFactor = async (staff: Staff): Promise<string[]> => {
    await sessions.confirm(staff.sessionId, true);
    return (await secondFactors.countRecoveryCodes(staff.id)) === 0 ? secondFactors.renewRecoveryCodes(staff.id) : [];
  };

  const checkRemovalAllowed = async (staff: Staff, remainingFactors: number): Promise<void> => {
    if (remainingFactors === 0 && (await secondFactors.getRequiredRoles()).includes(staff.role)) {
      throw new ConflictError('Your role needs a second factor. Add another one before you remove this one.');
    }
  };

  mount(getSecondFactors, async ({ staff }) => {
    return {
      hasTotp: (await secondFactors.getState(staff.id)).hasTotp,
      passkeys: (await passkeys.list(staff.id)).map(toPasskey),
      recoveryCodesLeft: await secondFactors.countRecoveryCodes(staff.id),
      isRequired: (await secondFactors.getRequiredRoles()).includes(staff.role),
    };
  });

  mount(prepareTotp, async ({ staff }) => {
    const { sealedSecret, ...totp } = secondFactors.createTotp(staff, 'Staff area');
    await challenges.create('totp', staff.id, sealedSecret);
    return totp;
  });

  mount(enableTotp, async ({ body, staff }) => {
    const sealedSecret = await challenges.read('totp', staff.id);
    if (sealedSecret === null) throw new ValidationError({ code: TOTP_EXPIRED_MESSAGE });
    if (!secondFactors.isTotpValid(staff.id, sealedSecret, body.code)) throw new ValidationError({ code: 'This code is wrong. Check the clock of your phone' });
    if ((await challenges.take('totp', { userId: staff.id })) === null) throw new ValidationError({ code: TOTP_EXPIRED_MESSAGE });
    await secondFactors.enableTotp(staff.id, sealedSecret);
    await accountEvents.raise({ kind: 'second-factor-added', userId: staff.id, factor: 'totp' });
    return { recoveryCodes: await confirmAddedFactor(staff) };
  });

  mount(disableTotp, async ({ staff }) => {
    await checkRemovalAllowed(staff, (await passkeys.list(staff.id)).length);
    await secondFactors.disableTotp(staff.id);
    await accountEvents.raise({ kind: 'second-factor-removed', userId: staff.id });
    return { message: 'The authenticator app has been removed.' };
  });

  mount(renewRecoveryCodes, async ({ staff }) => {
    return { recoveryCodes: await secondFactors.renewRecoveryCodes(staff.id) };
  });

  mount(preparePasskey, async ({ staff, request }) => {
    return { options: await passkeys.prepare(getRelyingParty(request, services), staff) };
  });

  mount(addPasskey, async ({ body, staff, request }) => {
    const row = await passkeys.add(getRelyingParty(request, services), staff.id, body.name || 'Passkey', body.response);
    await accountEvents.raise({ kind: 'second-factor-added', userId: staff.id, factor: 'passkey' });
    return { passkey: toPasskey(row), recoveryCodes: await confirmAddedFactor(staff) };
  });

  mount(deletePasskey, async ({ params, staff }) => {
    const id = params.id ?? '';
    const remainingPasskeys = (await passkeys.list(staff.id)).filter((passkey) => passkey.id !== id).length;
    await checkRemovalAllowed(staff, remainingPasskeys + ((await secondFactors.getState(staff.id)).hasTotp ? 1 : 0));
    if (!(await passkeys.remove(staff.id, id))) throw new NotFoundError('Passkey');
    await accountEvents.raise({ kind: 'second-factor-removed', userId: staff.id });
    return { _id: id };
  });
};

const CHALLENGES_PER_MINUTE = 20;

export const mountProofs = (mount: Mount, services: Services): void => {
  const { db, passkeys, actionConfirmations, accountEvents, sessions, signInLimits, now } = services;
  const challengeLimit = createAddressLimit(now, CHALLENGES_PER_MINUTE);

  mount(preparePasskeySignIn, ({ request }) => {
    // Limit these requests, because each one stores a challenge.
    challengeLimit.use(request);
    return passkeys.prepareSignIn(getRelyingParty(request, services));
  });

  mount(
    signInWithPasskey,
    async (call) => {
      const { body, request } = call;
      const userId = await passkeys.verify(getRelyingParty(request, services), body.challengeId, body.response);
      const user = await findUser(db, userId);
      if (user === undefined || user.is_disabled === 1) {
        throw new ValidationError({}, 'This passkey is not registered here. Use another passkey, or your password.');
      }
      return startSession(services, call, { user, isRemembered: body.remember, hasSecondFactor: true });
    },
    { audit: { category: 'security', action: 'account.sign-in', recordsFailures: true } },
  );

  mount(confirmSignIn, async ({ body, staff, request }) => {
    const confirmSession = async (hasSecondFactor: boolean) => {
      await sessions.confirm(staff.sessionId, hasSecondFactor);
      return { message: 'Thank you.' };
    };
    if (body.passkey !== undefined) {
      const { challengeId, response } = body.passkey;
      const userId = await passkeys.verify(getRelyingParty(request, services), challengeId, response);
      if (userId !== staff.id) throw new ValidationError({}, 'This passkey belongs to another account.');
      await actionConfirmations.allow(staff);
      return confirmSession(true);
    }
    // Guesses are counted per session, so that strangers cannot use up the owner's attempts.
    const attempt = await signInLimits.begin(staff.email, request.ip, staff.sessionId);
    const user = await findUser(db, staff.id);
    if (!(await isPasswordCorrect(user?.password_hash, body.password, request.ip))) throw new ValidationError({ password: 'This is not your password' });
    const check = await consumeCode(services, staff.id, body.code, staff.sessionId);
    if (check === 'missing') await attempt.undo();
    if (check === 'missing' || check === 'wrong') throw new ValidationError({ code: CODE_MESSAGES[check] });
    await attempt.succeed();
    // A recovery code replaces the passkey of a user who no longer has it.
    if (check === 'recovery') {
      await actionConfirmations.allow(staff);
      await accountEvents.raise({ kind: 'recovery-code-used', userId: staff.id });
    }
    return confirmSession(isFactorProven(check));
  });

  mount(checkConfirmation, async () => ({ message: 'No confirmation is needed.' }));
};

export const mountAccountPolicy = (mount: Mount, { db, secondFactors, sessions, accountEvents }: Services): void => {
  mount(getAccountPolicy, async () => ({ secondFactorRoles: [...(await secondFactors.getRequiredRoles())] }));

  mount(updateAccountPolicy, async ({ body, staff }) => {
    const secondFactorRoles = [...new Set(body.secondFactorRoles)];
    // Reject a policy that the administrator does not meet, because the policy would also prevent the administrator from undoing it.
    if (secondFactorRoles.includes(staff.role) && !(await secondFactors.getState(staff.id)).hasAnyFactor) {
      throw new ConflictError('Set up a second factor for your own account first.');
    }
    await secondFactors.setRequiredRoles(secondFactorRoles);
    return { secondFactorRoles };
  });

  mount(removeSecondFactors, async ({ params, staff }) => {
    const user = requireFound(await findUser(db, params.id ?? ''), 'User');
    if (user.id === staff.id) throw new ConflictError('Remove your own second factors on your profile.');
    await db.transaction().execute((transaction) => removeAllFactors(transaction, user.id));
    await sessions.endAll(user.id);
    await accountEvents.raise({ kind: 'second-factor-removed', userId: user.id });
    return { _id: user.id };
  });
};
