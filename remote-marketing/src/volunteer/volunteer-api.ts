import { toVolunteerApplication, type VolunteerForm } from '@site/shared/contracts/application';

export interface SendOptions {
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
}

/**
 * Sends the ten keys to the form-collection service (VOL-09). The service may belong to somebody else, so this is no call of our API: no token goes with it,
 * and only success or failure is read (VOL-10).
 */
export const sendApplication = async (address: string, form: VolunteerForm, { headers, signal }: SendOptions = {}): Promise<boolean> => {
  try {
    const response = await fetch(address, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json', accept: 'application/json' },
      body: JSON.stringify(toVolunteerApplication(form)),
      ...(signal === undefined ? {} : { signal }),
    });
    await response.body?.cancel();
    return response.ok;
  } catch {
    // The network's own failure means the same to the visitor: the application did not arrive.
    return false;
  }
};
