import { listUsersPage, type StaffMember } from '@site/shared/contracts/user';
import type { HostServices } from '@site/shared/remote/host-services';
import { createListSource, type ListSource } from '../listing/list-source.ts';

export const userSource = ({ http }: HostServices): ListSource<StaffMember> =>
  createListSource(
    {
      sorts: { name: 'name', email: 'email', state: 'state', role: 'role' },
      filters: { invited: { state: 'invited' }, disabled: { state: 'disabled' } },
      order: { sort: 'name', isDescending: false },
    },
    (query, signal) => http.call(listUsersPage, { query, ...(signal && { signal }) }),
  );
