import type { ApiError } from '@site/shared/contracts/api-error';
import { restoreApplication } from '@site/shared/contracts/application';
import type { Endpoint, ResponseOf } from '@site/shared/contracts/endpoint';
import { restoreEvent } from '@site/shared/contracts/event';
import { restoreAlbum, restoreImage } from '@site/shared/contracts/gallery';
import { restorePost } from '@site/shared/contracts/post';
import { restoreProgram } from '@site/shared/contracts/program';
import { type listTrash, TRASH_DAYS, type TrashedItem } from '@site/shared/contracts/trash';
import { formatShortDate } from '@site/shared/domain/dates';
import type { Result } from '@site/shared/domain/result';
import { useLoaderData } from '@site/shared/router';
import { undoIcon } from '@site/shared/ui/icon-shapes';
import { countOf, type ListDefinition } from '../listing/list-definition.ts';
import { ListScreen } from '../listing/list-screen.tsx';
import type { ScreenProps } from '../staff-screen.tsx';

const KINDS: Readonly<Record<TrashedItem['kind'], { readonly name: string; readonly restore: Endpoint }>> = {
  post: { name: 'Post', restore: restorePost },
  event: { name: 'Event', restore: restoreEvent },
  image: { name: 'Photo', restore: restoreImage },
  album: { name: 'Album', restore: restoreAlbum },
  program: { name: 'Program', restore: restoreProgram },
  application: { name: 'Application', restore: restoreApplication },
};

const TRASH: ListDefinition<TrashedItem> = {
  one: 'thing',
  many: 'things',
  idOf: ({ kind, _id }) => `${kind}-${_id}`,
  nameOf: ({ title }) => title || 'Untitled',
  wordsOf: ({ title, kind }) => [title, KINDS[kind].name],
  columns: [
    { key: 'title', name: 'Title', cell: ({ title }) => title || 'Untitled', sortBy: ({ title }) => title },
    { key: 'kind', name: 'Kind', cell: ({ kind }) => KINDS[kind].name, sortBy: ({ kind }) => KINDS[kind].name },
    { key: 'deleted', name: 'Deleted', cell: ({ deletedAt }) => formatShortDate(deletedAt), sortBy: ({ deletedAt }) => deletedAt, startsDown: true },
  ],
  filters: [
    { value: '', label: 'All', keeps: () => true },
    { value: 'content', label: 'Posts and events', keeps: ({ kind }) => kind === 'post' || kind === 'event' },
    { value: 'pictures', label: 'Photos and albums', keeps: ({ kind }) => kind === 'image' || kind === 'album' },
  ],
  order: { sort: 'deleted', isDown: true },
};

/** What was deleted and can still come back; each sees what they might delete (NS-08). */
export const TrashPage = ({ services }: ScreenProps) => {
  const trash = useLoaderData<Result<ResponseOf<typeof listTrash>, ApiError>>();
  return (
    <ListScreen
      services={services}
      title="Trash"
      lead={`What was deleted stays here for ${TRASH_DAYS} days.`}
      list={TRASH}
      data={trash}
      emptyTitle="The trash is empty"
      emptyMessage="What you delete comes here first, and can be restored."
      bulk={[
        {
          label: 'Restore',
          icon: undoIcon,
          appliesTo: () => true,
          run: ({ kind, _id }) => services.http.call(KINDS[kind].restore, { params: { id: _id } }),
          done: (count) => `${countOf(TRASH, count)} restored`,
        },
      ]}
    />
  );
};
