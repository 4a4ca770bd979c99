import type { ApiError } from '@site/shared/contracts/api-error';
import { checkExternalLink, type ExternalLink, ignoreExternalLink } from '@site/shared/contracts/external-link';
import { formatShortDate } from '@site/shared/domain/dates';
import type { Result } from '@site/shared/domain/result';
import { useLoaderData, useRevalidator } from '@site/shared/router';
import { eyeIcon, eyeOffIcon, redoIcon } from '@site/shared/ui/icon-shapes';
import { PlainLink } from '@site/shared/ui/link';
import { ExternalLink as SiteLink } from '@site/shared/ui/text-link';
import { useEffect } from 'react';
import { getEditorPath } from '../kinds/kind-paths.ts';
import { StatusChip } from '../layout/status-chip.tsx';
import { formatCount, type ListDefinition } from '../listing/list-definition.ts';
import { listExport } from '../listing/list-export.tsx';
import { ListScreen } from '../listing/list-screen.tsx';
import type { Page } from '../listing/list-source.ts';
import type { ScreenProps } from '../session/staff-screen.tsx';
import { externalLinkSource } from './external-link-source.ts';
import { describeLinkReason, getLinkStatus } from './external-link-text.ts';
import styles from './external-links-page.module.css';

/** Polling interval while a user waits for the result of a check. */
const POLL_INTERVAL_MS = 3_000;

/** Maximum number of documents listed per link. The others are only counted. */
const MAX_LISTED_DOCUMENTS = 5;

const LinkUrl = ({ url }: Pick<ExternalLink, 'url'>) => (
  <span className={styles.address}>
    <SiteLink href={url} newTab>
      {url}
    </SiteLink>
  </span>
);

const LinkResult = ({ link }: { readonly link: ExternalLink }) => (
  <div className={styles.result}>
    <StatusChip {...getLinkStatus(link)} />
    {!link.isWaiting && describeLinkReason(link)}
  </div>
);

const Documents = ({ documents, documentCount }: Pick<ExternalLink, 'documents' | 'documentCount'>) => (
  <ul className={styles.documents}>
    {documents.slice(0, MAX_LISTED_DOCUMENTS).map(({ kind, _id, title }) => (
      <li key={`${kind}-${_id}`}>
        <PlainLink to={getEditorPath(kind, _id)}>{title || 'Untitled'}</PlainLink>
      </li>
    ))}
    {documentCount > MAX_LISTED_DOCUMENTS && <li>and {(documentCount - MAX_LISTED_DOCUMENTS).toLocaleString('en-US')} more</li>}
  </ul>
);

const LINKS: ListDefinition<ExternalLink> = {
  one: 'link',
  many: 'links',
  getId: ({ _id }) => _id,
  getName: ({ url }) => url,
  columns: [
    { key: 'url', name: 'Link', cell: LinkUrl },
    { key: 'state', name: 'Result', cell: (link) => <LinkResult link={link} />, orders: ['broken first', 'broken last'] },
    {
      key: 'checked',
      name: 'Last checked',
      cell: ({ checkedAt }) => (checkedAt === null ? null : formatShortDate(checkedAt)),
      isDate: true,
      isSecondary: true,
    },
    { key: 'documents', name: 'Found in', cell: Documents },
  ],
  filters: [
    { value: '', label: 'All' },
    { value: 'broken', label: 'Broken' },
    { value: 'failing', label: 'Failed once' },
    { value: 'unverifiable', label: 'Cannot be checked' },
    { value: 'ignored', label: 'Ignored' },
  ],
};

const EXPORT = {
  fileName: 'links.csv',
  columns: [
    ['Link', ({ url }: ExternalLink) => url],
    ['Result', (link: ExternalLink) => getLinkStatus(link).label],
    ['Reason', describeLinkReason],
    ['Documents', ({ documentCount }: ExternalLink) => String(documentCount)],
    ['Found in', ({ documents }: ExternalLink) => documents.map(({ title }) => title || 'Untitled').join('; ')],
    ['Last checked', ({ checkedAt }: ExternalLink) => checkedAt ?? ''],
    ['Failing since', ({ failedAt }: ExternalLink) => failedAt ?? ''],
  ],
} as const;

/** Lists the links to other sites in published texts, with the results of the nightly check. */
export const ExternalLinksPage = ({ services }: ScreenProps) => {
  const { http } = services;
  const source = externalLinkSource(services);
  const data = useLoaderData<Result<Page<ExternalLink>, ApiError>>();
  const { revalidate } = useRevalidator();
  const isWaiting = data.ok && data.value.rows.some((link) => link.isWaiting);
  useEffect(() => {
    if (!isWaiting) return undefined;
    const timer = setInterval(() => void revalidate(), POLL_INTERVAL_MS);
    return () => clearInterval(timer);
  }, [isWaiting, revalidate]);

  const setIgnored =
    (isIgnored: boolean) =>
    ({ _id }: ExternalLink) =>
      http.call(ignoreExternalLink, { params: { id: _id }, body: { isIgnored } });
  return (
    <ListScreen
      services={services}
      title="External links"
      lead="Links to other sites in published texts, checked every night. A link counts as broken if its page is gone or if it fails on two nights running."
      list={LINKS}
      source={source}
      data={data}
      renderExtraAction={listExport(services, source, EXPORT)}
      emptyTitle="No links to other sites"
      emptyMessage="Links to other sites in published posts, events and programs appear here, and are checked every night."
      bulkActions={[
        {
          label: 'Check again now',
          icon: redoIcon,
          appliesTo: ({ isWaiting: isQueued }) => !isQueued,
          run: ({ _id }) => http.call(checkExternalLink, { params: { id: _id } }),
          done: (count) => `${formatCount(LINKS, count)} being checked`,
        },
        {
          label: 'Ignore',
          icon: eyeOffIcon,
          appliesTo: ({ isIgnored }) => !isIgnored,
          run: setIgnored(true),
          done: (count) => `${formatCount(LINKS, count)} ignored`,
        },
        {
          label: 'Stop ignoring',
          icon: eyeIcon,
          appliesTo: ({ isIgnored }) => isIgnored,
          run: setIgnored(false),
          done: (count) => `${formatCount(LINKS, count)} no longer ignored`,
        },
      ]}
    />
  );
};
