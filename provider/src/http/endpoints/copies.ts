import { copyDocument } from '@site/shared/contracts/copy';
import { findSourceRow, insertCopies } from '../../content/copy-document.ts';
import type { Mount } from '../mount-endpoint.ts';
import { requireVersionKind } from '../require-found.ts';
import type { Services } from '../services.ts';

const TITLE_CHARACTERS = 140;

export const mountCopies = (mount: Mount, services: Services): void => {
  mount(
    copyDocument,
    async ({ params, staff }) => {
      const kind = requireVersionKind(params.kind);
      const row = await findSourceRow(services.db, staff, kind, params.id ?? '');
      const title = [...`Copy of ${row.title}`].slice(0, TITLE_CHARACTERS).join('');
      const [id = ''] = await insertCopies(services, staff, { kind, row }, [{ status: 'draft', columns: { title } }]);
      return { _id: id };
    },
    { audit: { category: 'change', action: 'document.copy' } },
  );
};
