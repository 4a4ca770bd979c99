import { copyDocument } from '@site/shared/contracts/copy';
import { cutText } from '@site/shared/domain/text-length';
import { findSourceRow, insertCopies } from '../../content/copy-document.ts';
import { DOCUMENT_KINDS } from '../../database/document-kinds.ts';
import type { Mount } from '../mount-endpoint.ts';
import { requireVersionKind } from '../require-found.ts';
import type { Services } from '../services.ts';

export const mountCopies = (mount: Mount, services: Services): void => {
  mount(
    copyDocument,
    async ({ params, staff }) => {
      const kind = requireVersionKind(params.kind);
      const row = await findSourceRow(services.db, staff, kind, params.id ?? '');
      const title = cutText(`Copy of ${row.title}`, DOCUMENT_KINDS[kind].kind.fields.title?.maxLength);
      const [id = ''] = await insertCopies(services, staff, { kind, row }, [{ status: 'draft', columns: { title } }]);
      return { _id: id };
    },
    { audit: { category: 'change', action: 'document.copy' } },
  );
};
