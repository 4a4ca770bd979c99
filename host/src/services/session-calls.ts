import { getMe, logout } from '@site/shared/contracts/auth';
import type { User } from '@site/shared/contracts/user';
import type { HttpClient } from '@site/shared/remote/host-services';

export { createSessionHttpClient } from './create-http-client.ts';

/** Tells the provider that the session ends; a refusal changes nothing for the device (AUTH-02). */
export const endSession = (http: HttpClient): Promise<unknown> => http.call(logout, { silent: true });

/** Who the provider says is signed in; null when it does not say (AUTH-04). */
export const askForUser = async (http: HttpClient): Promise<User | null> => {
  const answer = await http.call(getMe);
  return answer.ok ? answer.value.user : null;
};
