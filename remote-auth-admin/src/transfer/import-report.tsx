import { IMPORT_OUTCOMES, type ImportedItem } from '@site/shared/contracts/transfer';
import { success } from '@site/shared/domain/result';
import { toCsv } from '../listing/csv.ts';
import { ExportButton } from '../listing/export-button.tsx';
import type { ScreenProps } from '../session/staff-screen.tsx';
import styles from './transfer-page.module.css';
import { countOutcome, describeReport, isProblem, KIND_NAMES, listKinds, OUTCOME_NAMES } from './transfer-text.ts';

/** Maximum number of problems listed on the screen. The CSV contains all problems. */
const MAX_LISTED_PROBLEMS = 100;

const toReportCsv = (items: readonly ImportedItem[]): string =>
  toCsv([
    ['File', 'Title', 'Outcome', 'Field', 'Message'],
    ...items.map(({ file, title, outcome, field, message }) => [file, title, OUTCOME_NAMES[outcome], field, message]),
  ]);

interface ImportReportProps extends ScreenProps {
  readonly items: readonly ImportedItem[];
  /** False for a check, which only shows what an import would do. */
  readonly isDone: boolean;
}

const Counts = ({ items }: Pick<ImportReportProps, 'items'>) => (
  <table className={styles.table}>
    <thead className={styles.head}>
      <tr>
        <th scope="col">Content</th>
        {IMPORT_OUTCOMES.map((outcome) => (
          <th key={outcome} scope="col" className={styles.number}>
            {OUTCOME_NAMES[outcome]}
          </th>
        ))}
      </tr>
    </thead>
    <tbody>
      {listKinds(items).map((kind) => {
        const rows = items.filter((item) => item.kind === kind);
        return (
          <tr key={kind} className={styles.row}>
            <th scope="row">{KIND_NAMES[kind]}</th>
            {IMPORT_OUTCOMES.map((outcome) => {
              const count = countOutcome(rows, outcome);
              return (
                <td key={outcome} className={styles.number} data-name={OUTCOME_NAMES[outcome]} data-none={count === 0 || undefined}>
                  {count.toLocaleString('en-US')}
                </td>
              );
            })}
          </tr>
        );
      })}
    </tbody>
  </table>
);

/** Shows the result of a check or an import. */
export const ImportReport = ({ services, items, isDone }: ImportReportProps) => {
  const problems = items.filter(isProblem);
  return (
    <div className={styles.report}>
      <p role="status" className={styles.outcome}>
        {describeReport(items, isDone)}
      </p>
      {items.length > 0 && <Counts items={items} />}
      {problems.length > 0 && (
        <>
          <h3 className={styles.subtitle}>{isDone ? 'Not imported' : 'Problems'}</h3>
          <ul className={styles.problems} aria-label={isDone ? 'Not imported' : 'Problems'}>
            {problems.slice(0, MAX_LISTED_PROBLEMS).map(({ file, title, field, message }) => (
              <li key={file} className={styles.problem}>
                <b>{title}</b>
                <span>
                  {message}
                  {field !== '' && field !== 'file' && <span className={styles.muted}> (field: {field})</span>}
                </span>
                {title !== file && <span className={styles.file}>{file}</span>}
              </li>
            ))}
          </ul>
          {problems.length > MAX_LISTED_PROBLEMS && (
            <p className={styles.muted}>And {(problems.length - MAX_LISTED_PROBLEMS).toLocaleString('en-US')} more. Export the list to see them all.</p>
          )}
        </>
      )}
      {items.length > 0 && (
        <div>
          <ExportButton services={services} load={async () => success(items)} fileName="import.csv" toCsv={toReportCsv} />
        </div>
      )}
    </div>
  );
};
