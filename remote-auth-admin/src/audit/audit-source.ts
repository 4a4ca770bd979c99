import { type AuditEntry, listAuditPage } from '@site/shared/contracts/audit';
import type { HostServices } from '@site/shared/remote/host-services';
import { createListSource, type ListSource } from '../listing/list-source.ts';

export const auditSource = ({ http }: HostServices): ListSource<AuditEntry> =>
  createListSource(
    {
      sorts: { at: 'at' },
      filters: { changes: { category: 'change' }, reads: { category: 'read' }, security: { category: 'security' }, failed: { outcome: 'failed' } },
      order: { sort: 'at', isDescending: true },
    },
    (query, signal) => http.call(listAuditPage, { query, ...(signal && { signal }) }),
  );
