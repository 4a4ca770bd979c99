import { VOLUNTEER_HONEYPOT } from '@site/shared/contracts/application';
import type { HostServices } from '@site/shared/remote/host-services';
import { type ActionFunctionArgs, data } from '@site/shared/router';
import { type Answers, type FieldErrors, readAnswers, validateForm } from './validate-form.ts';
import { sendApplication } from './volunteer-api.ts';

/** How it went with a form that was posted without script. What was typed comes back unless it was sent. */
export type VolunteerOutcome =
  | { readonly state: 'sent' }
  | { readonly state: 'failed'; readonly answers: Answers }
  | { readonly state: 'invalid'; readonly answers: Answers; readonly errors: FieldErrors };

const answerWith = (status: number, outcome: VolunteerOutcome) => data(outcome, { status });

/** Does on the server what the page's script does in the browser: checks, sends the ten keys, and says how it went. */
export const postVolunteerForm = async ({ site }: HostServices, { request }: ActionFunctionArgs) => {
  const form = await request.formData();
  // Programs that fill in what nobody sees are thanked and not heard.
  if (form.get(VOLUNTEER_HONEYPOT)) return answerWith(200, { state: 'sent' });
  const validation = await validateForm(form);
  const answers = readAnswers(form);
  if (!validation.ok) return answerWith(422, { state: 'invalid', answers, errors: validation.errors });
  // The form service counts applications by address: without this line all would come from ours.
  const visitor = request.headers.get('x-forwarded-for');
  const isSent = await sendApplication(site.volunteerFormUrl, validation.form, {
    headers: visitor === null ? {} : { 'x-forwarded-for': visitor },
    signal: request.signal,
  });
  return isSent ? answerWith(200, { state: 'sent' }) : answerWith(502, { state: 'failed', answers });
};
