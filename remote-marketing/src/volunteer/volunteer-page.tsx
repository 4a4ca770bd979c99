import type { HostServices } from '@site/shared/remote/host-services';
import { FormPage } from '../visitor-form/form-page.tsx';
import { VisitorForm } from '../visitor-form/visitor-form.tsx';
import { VOLUNTEER } from './volunteer-content.ts';
import { VOLUNTEER_FORM } from './volunteer-definition.ts';
import { VolunteerFields } from './volunteer-fields.tsx';

export const VolunteerPage = ({ services }: { readonly services: HostServices }) => (
  <FormPage tone="zobo" content={VOLUNTEER} site={services.site}>
    <VisitorForm services={services} definition={VOLUNTEER_FORM}>
      {(fields) => <VolunteerFields {...fields} />}
    </VisitorForm>
  </FormPage>
);
