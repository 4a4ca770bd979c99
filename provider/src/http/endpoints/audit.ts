import { listAudit } from '@site/shared/contracts/audit';
import { listAuditEntries } from '../../database/audit-log.ts';
import { toStaffPageRequest } from '../../database/page.ts';
import type { Mount } from '../mount-endpoint.ts';
import type { Services } from '../services.ts';

export const mountAudit = (mount: Mount, { db }: Services): void => {
  mount(listAudit, ({ query, staff }) =>
    listAuditEntries(db, {
      ...toStaffPageRequest(query, staff),
      category: query.category,
      hasFailed: query.outcome === 'failed',
      since: query.since,
      until: query.until,
    }),
  );
};
