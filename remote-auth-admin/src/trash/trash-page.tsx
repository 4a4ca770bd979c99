import type { ApiError } from '@site/shared/contracts/api-error';
import { restoreApplication } from '@site/shared/contracts/application';
import type { Endpoint } from '@site/shared/contracts/endpoint';
import { restoreAlbum, restoreImage } from '@site/shared/contracts/gallery';
import { restoreLibraryImage } from '@site/shared/contracts/media';
import { TRASH_DAYS, type TrashedItem } from '@site/shared/contracts/trash';
import { formatShortDate } from '@site/shared/domain/dates';
import { isVersionKind, KINDS, type VersionKind } from '@site/shared/domain/kinds';
import type { Result } from '@site/shared/domain/result';
import type { HostServices } from '@site/shared/remote/host-services';
import { useLoaderData } from '@site/shared/router';
import { undoIcon } from '@site/shared/ui/icon-shapes';
import { useMemo } from 'react';
import { KIND_CALLS } from '../kinds/kind-calls.ts';
import { type BulkAction, formatCount, type ListDefinition } from '../listing/list-definition.ts';
import { ListScreen } from '../listing/list-screen.tsx';
import type { Page } from '../listing/list-source.ts';
import type { ScreenProps } from '../session/staff-screen.tsx';
import { trashSource } from './trash-source.ts';

/** Labels and API calls for the kinds without versions. */
const OTHER_KINDS = {
  image: { label: 'Gallery photo', restore: restoreImage },
  album: { label: 'Album', restore: restoreAlbum },
  application: { label: 'Application', restore: restoreApplication },
  media: { label: 'Photo', restore: restoreLibraryImage },
} as const satisfies Readonly<Record<Exclude<TrashedItem['kind'], VersionKind>, { readonly label: string; readonly restore: Endpoint }>>;

const getLabel = (kind: TrashedItem['kind']): string => (isVersionKind(kind) ? KINDS[kind].label : OTHER_KINDS[kind].label);
const getRestore = (kind: TrashedItem['kind']): Endpoint => (isVersionKind(kind) ? KIND_CALLS[kind].restore : OTHER_KINDS[kind].restore);

const TRASH: ListDefinition<TrashedItem> = {
  one: 'item',
  many: 'items',
  getId: ({ kind, _id }) => `${kind}-${_id}`,
  getName: ({ title }) => title || 'Untitled',
  columns: [
    { key: 'title', name: 'Title', cell: ({ title }) => title || 'Untitled' },
    { key: 'kind', name: 'Kind', cell: ({ kind }) => getLabel(kind) },
    { key: 'deleted', name: 'Deleted', cell: ({ deletedAt }) => formatShortDate(deletedAt), isDate: true },
  ],
  filters: [
    { value: '', label: 'All' },
    { value: 'content', label: 'Posts and events' },
    { value: 'images', label: 'Photos and albums' },
  ],
};

const isUnpublished = (restored: unknown): boolean =>
  typeof restored === 'object' &&
  restored !== null &&
  (('status' in restored && restored.status === 'draft') || ('published' in restored && restored.published === false));

/** Creates the action that restores items. Its message lists items that used to be public but are now hidden. */
const createRestore = ({ http }: HostServices): Pick<BulkAction<TrashedItem>, 'run' | 'done'> => {
  let draftNames: string[] = [];
  return {
    run: async (item) => {
      const restored = await http.call(getRestore(item.kind), { params: { id: item._id } });
      if (restored.ok && item.wasPublic === true && isUnpublished(restored.value)) draftNames.push(TRASH.getName(item));
      return restored;
    },
    done: (count) => {
      const names = draftNames.map((name) => `“${name}”`).join(', ');
      draftNames = [];
      const message = `${formatCount(TRASH, count)} restored`;
      return names === ''
        ? message
        : `${message}. Not published: ${names}. Photo consent or another requirement is missing. Open each one to see what is missing.`;
    },
  };
};

/** Lists deleted items that can be restored. Users see only the items that they may delete (NS-08). */
export const TrashPage = ({ services }: ScreenProps) => {
  const trash = useLoaderData<Result<Page<TrashedItem>, ApiError>>();
  const restoreAction = useMemo(() => createRestore(services), [services]);
  return (
    <ListScreen
      services={services}
      title="Trash"
      lead={`Deleted items stay here for ${TRASH_DAYS} days.`}
      list={TRASH}
      source={trashSource(services)}
      data={trash}
      emptyTitle="The trash is empty"
      emptyMessage="Deleted items appear here and can be restored."
      bulkActions={[
        {
          label: 'Restore',
          icon: undoIcon,
          appliesTo: () => true,
          ...restoreAction,
        },
      ]}
    />
  );
};
