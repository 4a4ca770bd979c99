import { VOLUNTEER_HONEYPOT } from '@site/shared/contracts/application';
import type { HostServices } from '@site/shared/remote/host-services';
import { type ActionFunctionArgs, data } from '@site/shared/router';
import { type FieldErrors, type FieldValues, readExtras, readFieldValues, sendApplication, validateForm } from './volunteer-submission.ts';

/** The result of a form that was posted without JavaScript, with the entered values unless it was sent. */
export type PostedResult =
  | { readonly state: 'sent' }
  | { readonly state: 'failed'; readonly values: FieldValues }
  | { readonly state: 'invalid'; readonly values: FieldValues; readonly errors: FieldErrors };

const respond = (status: number, result: PostedResult) => data(result, { status });

/** The route's action, which runs on the server only: validates and sends the form as the page does in the browser. */
export const postVolunteerForm = async ({ site }: HostServices, { request }: ActionFunctionArgs) => {
  const form = await request.formData();
  // Bots that fill in the hidden field see a success, but nothing is sent.
  if (form.get(VOLUNTEER_HONEYPOT)) return respond(200, { state: 'sent' });
  const validation = await validateForm(form);
  const values = readFieldValues(form);
  if (!validation.ok) return respond(422, { state: 'invalid', values, errors: validation.errors });
  // The form service limits applications by IP address, which would be ours without this header.
  const visitor = request.headers.get('x-forwarded-for');
  const outcome = await sendApplication(site.volunteerFormUrl, validation.form, {
    extras: readExtras(form),
    headers: visitor === null ? {} : { 'x-forwarded-for': visitor },
    signal: request.signal,
  });
  return outcome === 'sent' ? respond(200, { state: 'sent' }) : respond(502, { state: 'failed', values });
};
