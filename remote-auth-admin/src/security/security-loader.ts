import { type AccountSession, listSessions } from '@site/shared/contracts/account';
import type { ApiError } from '@site/shared/contracts/api-error';
import { getAccountPolicy, getSecondFactors, type SecondFactors } from '@site/shared/contracts/second-factor';
import { type Result, success } from '@site/shared/domain/result';
import type { Role } from '@site/shared/domain/roles';
import type { HostServices } from '@site/shared/remote/host-services';
import type { LoaderFunctionArgs } from '@site/shared/router';

export interface SecurityData {
  readonly factors: SecondFactors;
  readonly sessions: readonly AccountSession[];
  /** Null unless the user is an administrator. */
  readonly secondFactorRoles: readonly Role[] | null;
}

export const securityLoader =
  ({ http, auth }: HostServices) =>
  async ({ request: { signal } }: LoaderFunctionArgs): Promise<Result<SecurityData, ApiError>> => {
    const isAdmin = auth.getState().user?.role === 'admin';
    const [factors, sessions, policy] = await Promise.all([
      http.call(getSecondFactors, { signal }),
      http.call(listSessions, { signal }),
      isAdmin ? http.call(getAccountPolicy, { signal }) : null,
    ]);
    if (!factors.ok) return factors;
    if (!sessions.ok) return sessions;
    // The provider rejects the policy request if the administrator has not set up the required second factor.
    return success({ factors: factors.value, sessions: sessions.value, secondFactorRoles: policy?.ok ? policy.value.secondFactorRoles : null });
  };
