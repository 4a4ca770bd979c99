import { listProgramsPage, type Program } from '@site/shared/contracts/program';
import type { HostServices } from '@site/shared/remote/host-services';
import { createListSource, type ListSource } from '../listing/list-source.ts';

/** Creates the list source for all programs, without their texts. */
export const programSource = ({ http }: HostServices): ListSource<Program> =>
  createListSource(
    {
      sorts: { title: 'title', status: 'status', address: 'slug', changed: 'updatedAt' },
      filters: { draft: { status: 'draft' }, scheduled: { status: 'scheduled' }, 'no-text': { missing: 'text' }, 'no-image': { missing: 'image' } },
      order: { sort: 'title', isDescending: false },
    },
    (query, signal) => http.call(listProgramsPage, { query: { status: 'all', view: 'summary', scope: 'all', ...query }, ...(signal && { signal }) }),
  );
