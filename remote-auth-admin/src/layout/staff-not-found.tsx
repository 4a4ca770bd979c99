import { ButtonLink } from '@site/shared/ui/button';
import { EmptyState } from '@site/shared/ui/empty-state';
import { DEFAULT_STAFF_ROUTE } from '../login/read-destination.ts';

export const StaffNotFound = () => (
  <EmptyState
    level={1}
    title="Page Not Found"
    message="There is no such screen in the staff area."
    action={<ButtonLink to={DEFAULT_STAFF_ROUTE}>Go to the dashboard</ButtonLink>}
  />
);
