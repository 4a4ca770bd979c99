import { schoolVisitFormSchema, toSchoolVisitRequest } from '@site/shared/contracts/application';
import { createCheck, type FormDefinition } from '../visitor-form/form-definition.ts';
import { SCHOOL_VISIT } from './school-visit-content.ts';

const FIELDS = ['school', 'location', 'name', 'role', 'email', 'phone', 'pupils', 'weeks', 'message'] as const;

const [, ...next] = SCHOOL_VISIT.steps;

export const SCHOOL_VISIT_FORM: FormDefinition<(typeof FIELDS)[number]> = {
  kind: 'school-visit',
  path: '/school-visit',
  fields: FIELDS,
  check: createCheck(schoolVisitFormSchema, { toRequest: toSchoolVisitRequest }),
  texts: { ...SCHOOL_VISIT, next, safeguarding: { before: '', link: 'Read how we keep pupils safe.' } },
};
