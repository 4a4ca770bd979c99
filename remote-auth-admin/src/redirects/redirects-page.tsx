import type { ApiError } from '@site/shared/contracts/api-error';
import { deleteRedirect, type Redirect } from '@site/shared/contracts/redirect';
import { formatShortDate } from '@site/shared/domain/dates';
import { KINDS } from '@site/shared/domain/kinds';
import type { Result } from '@site/shared/domain/result';
import { Link, useLoaderData } from '@site/shared/router';
import { trashIcon } from '@site/shared/ui/icon-shapes';
import { formatCount, type ListDefinition } from '../listing/list-definition.ts';
import { listExport } from '../listing/list-export.tsx';
import { ListScreen } from '../listing/list-screen.tsx';
import type { Page } from '../listing/list-source.ts';
import type { ScreenProps } from '../session/staff-screen.tsx';
import { redirectSource } from './redirect-source.ts';

const REDIRECTS: ListDefinition<Redirect> = {
  one: 'redirect',
  many: 'redirects',
  getId: ({ _id }) => _id,
  getName: ({ kind, slug }) => `${KINDS[kind].page}${slug}`,
  columns: [
    { key: 'address', name: 'Old URL', cell: ({ kind, slug }) => `${KINDS[kind].page}${slug}` },
    {
      key: 'title',
      name: 'Redirects to',
      cell: ({ kind, documentSlug, documentTitle }) => <Link to={`${KINDS[kind].page}${documentSlug}`}>{documentTitle || documentSlug}</Link>,
    },
    { key: 'kind', name: 'Kind', cell: ({ kind }) => KINDS[kind].label, isSecondary: true },
    { key: 'changed', name: 'Changed', cell: ({ changedAt }) => formatShortDate(changedAt), isDate: true },
  ],
  filters: [],
};

const EXPORT = {
  fileName: 'old-addresses.csv',
  columns: [
    ['Old URL', ({ kind, slug }: Redirect) => `${KINDS[kind].page}${slug}`],
    ['Redirects to', ({ kind, documentSlug }: Redirect) => `${KINDS[kind].page}${documentSlug}`],
    ['Title', ({ documentTitle }: Redirect) => documentTitle],
    ['Changed', ({ changedAt }: Redirect) => changedAt],
  ],
} as const;

/** Lists old URLs that redirect to the current URL of a page. Staff can remove redirects here. */
export const RedirectsPage = ({ services }: ScreenProps) => {
  const source = redirectSource(services);
  const data = useLoaderData<Result<Page<Redirect>, ApiError>>();
  return (
    <ListScreen
      services={services}
      title="Redirects"
      lead="These old URLs redirect to the page's current URL. Remove one if it should no longer redirect."
      list={REDIRECTS}
      source={source}
      data={data}
      renderExtraAction={listExport(services, source, EXPORT)}
      emptyTitle="No redirects"
      emptyMessage="When the URL of a published page changes, the old one is kept as a redirect, so that shared links still work."
      bulkActions={[
        {
          label: 'Remove',
          icon: trashIcon,
          appliesTo: () => true,
          run: ({ _id }) => services.http.call(deleteRedirect, { params: { id: _id } }),
          done: (count) => `${formatCount(REDIRECTS, count)} removed`,
        },
      ]}
    />
  );
};
