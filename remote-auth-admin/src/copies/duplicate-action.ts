import { copyDocument } from '@site/shared/contracts/copy';
import type { VersionKind } from '@site/shared/domain/kinds';
import type { HttpClient } from '@site/shared/remote/host-services';
import { copyIcon } from '@site/shared/ui/icon-shapes';
import { type BulkAction, formatCount, type RowKind } from '../listing/list-definition.ts';

/** Creates the bulk action "Duplicate", which copies each selected document into a draft. */
export const duplicateAction = <Row>(list: RowKind<Row>, http: HttpClient, kind: VersionKind): BulkAction<Row> => ({
  label: 'Duplicate',
  icon: copyIcon,
  appliesTo: () => true,
  run: (row) => http.call(copyDocument, { params: { kind, id: list.getId(row) } }),
  done: (count) => `${formatCount(list, count)} duplicated as ${count === 1 ? 'a draft' : 'drafts'}`,
});
