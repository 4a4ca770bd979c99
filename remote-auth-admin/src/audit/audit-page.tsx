import type { ApiError } from '@site/shared/contracts/api-error';
import type { AuditEntry } from '@site/shared/contracts/audit';
import type { Result } from '@site/shared/domain/result';
import { useLoaderData } from '@site/shared/router';
import { ExportButton } from '../listing/export-button.tsx';
import type { ListDefinition } from '../listing/list-definition.ts';
import { ListScreen } from '../listing/list-screen.tsx';
import type { Page } from '../listing/list-source.ts';
import type { ScreenProps } from '../session/staff-screen.tsx';
import styles from './audit-page.module.css';
import { auditSource } from './audit-source.ts';
import { describeAction, describeActor, describeChanges, describeSubject, toAuditCsv } from './audit-text.ts';

const TIME = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'medium', timeZone: 'Africa/Lagos' });

const Changes = ({ lines }: { readonly lines: readonly string[] }) => (
  <ul className={styles.changes}>
    {lines.map((line) => (
      <li key={line}>{line}</li>
    ))}
  </ul>
);

/** Returns null if nothing has changed, because empty cells are hidden on phones. */
const renderChanges = (entry: AuditEntry) => {
  const lines = describeChanges(entry);
  return lines.length === 0 ? null : <Changes lines={lines} />;
};

const AUDIT: ListDefinition<AuditEntry> = {
  one: 'entry',
  many: 'entries',
  getId: ({ number }) => String(number),
  getName: describeAction,
  columns: [
    { key: 'action', name: 'What', cell: describeAction },
    { key: 'at', name: 'When', cell: ({ at }) => TIME.format(new Date(at)), isDate: true },
    { key: 'actor', name: 'Who', cell: describeActor, hasEmail: true },
    { key: 'subject', name: 'Subject', cell: describeSubject, hasEmail: true },
    { key: 'changes', name: 'Before and after', cell: renderChanges, isSecondary: true },
  ],
  filters: [
    { value: '', label: 'All' },
    { value: 'changes', label: 'Changes' },
    { value: 'reads', label: 'Views and exports' },
    { value: 'security', label: 'Security' },
    { value: 'failed', label: 'Failed' },
  ],
};

/** Lists who changed what and when, for administrators. */
export const AuditPage = ({ services }: ScreenProps) => {
  const entries = useLoaderData<Result<Page<AuditEntry>, ApiError>>();
  const source = auditSource(services);
  return (
    <ListScreen
      services={services}
      title="Activity log"
      lead="Who did what, and when. Any tampering can be detected. Times are in Lagos time (WAT)."
      list={AUDIT}
      source={source}
      data={entries}
      emptyMessage="Staff actions will appear here."
      renderExtraAction={(view) => <ExportButton services={services} load={() => source.loadAll(view)} fileName="audit.csv" toCsv={toAuditCsv} />}
    />
  );
};
