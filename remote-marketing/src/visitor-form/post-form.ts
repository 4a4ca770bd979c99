import { FORM_HONEYPOT } from '@site/shared/contracts/application';
import type { HostServices } from '@site/shared/remote/host-services';
import { type ActionFunctionArgs, data } from '@site/shared/router';
import type { FieldErrors, FieldValues, FormDefinition } from './form-definition.ts';
import { readFieldValues, sendForm, validateValues } from './form-submission.ts';

/** Result of a form that was posted without JavaScript. Includes the entered values unless the form was delivered. */
export type PostedResult =
  | { readonly state: 'sent' }
  | { readonly state: 'failed'; readonly values: FieldValues }
  | { readonly state: 'invalid'; readonly values: FieldValues; readonly errors: FieldErrors };

const respond = (status: number, result: PostedResult) => data(result, { status });

/** Validates and sends a form on the server, as the page does in the browser. This is the action of the form's route. */
export const postForm = async ({ site }: HostServices, definition: FormDefinition, { request }: ActionFunctionArgs) => {
  const form = await request.formData();
  // Bots that fill in the hidden field see a success message, but nothing is sent.
  if (form.get(FORM_HONEYPOT)) return respond(200, { state: 'sent' });
  const values = readFieldValues(definition, form);
  const checked = await validateValues(definition, values);
  if (!checked.ok) return respond(422, { state: 'invalid', values, errors: checked.errors });
  // The form service limits applications per IP address. Without this header, it would count the host's address.
  const visitor = request.headers.get('x-forwarded-for');
  const { outcome, errors } = await sendForm(site.volunteerFormUrl, checked, {
    headers: visitor === null ? {} : { 'x-forwarded-for': visitor },
    signal: request.signal,
  });
  if (outcome === 'sent') return respond(200, { state: 'sent' });
  return Object.keys(errors).length > 0 ? respond(422, { state: 'invalid', values, errors }) : respond(502, { state: 'failed', values });
};
