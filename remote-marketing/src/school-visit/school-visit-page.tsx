import type { HostServices } from '@site/shared/remote/host-services';
import { FormPage } from '../visitor-form/form-page.tsx';
import { VisitorForm } from '../visitor-form/visitor-form.tsx';
import { SCHOOL_VISIT } from './school-visit-content.ts';
import { SCHOOL_VISIT_FORM } from './school-visit-definition.ts';
import { SchoolVisitFields } from './school-visit-fields.tsx';

export const SchoolVisitPage = ({ services }: { readonly services: HostServices }) => (
  <FormPage tone="leaf" content={SCHOOL_VISIT} site={services.site}>
    <VisitorForm services={services} definition={SCHOOL_VISIT_FORM}>
      {(fields) => <SchoolVisitFields {...fields} />}
    </VisitorForm>
  </FormPage>
);
