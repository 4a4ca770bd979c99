import { toVolunteerApplication, volunteerExtrasSchema, volunteerFormSchema } from '@site/shared/contracts/application';
import * as v from 'valibot';
import { createCheck, type FormDefinition } from '../visitor-form/form-definition.ts';
import { VOLUNTEER } from './volunteer-content.ts';

const FIELDS = ['name', 'email', 'phone', 'qualification', 'location', 'skills', 'interests', 'motivation', 'ageBand', 'guardianContact'] as const;

const extrasSchema = v.fallback(volunteerExtrasSchema, { ageBand: '', guardianContact: '' });

const [, ...next] = VOLUNTEER.steps;

export const VOLUNTEER_FORM: FormDefinition<(typeof FIELDS)[number]> = {
  kind: 'volunteer',
  path: '/volunteer',
  fields: FIELDS,
  check: createCheck(volunteerFormSchema, {
    toRequest: toVolunteerApplication,
    // The question is optional, so an answer that is not on the list is treated as empty.
    getExtras: (values) => v.parse(extrasSchema, values),
  }),
  texts: {
    ...VOLUNTEER,
    next,
    safeguarding: { before: 'Under 18? We need the consent of a parent or guardian before you start.', link: 'Read how we keep you safe.' },
  },
};
