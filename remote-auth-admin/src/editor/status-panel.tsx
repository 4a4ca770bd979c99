import type { PublicationStatus } from '@site/shared/domain/publication-status';
import { Button, ButtonRow } from '@site/shared/ui/button';
import { fieldId } from '@site/shared/ui/field';
import { formatLagosTime } from '../layout/format-time.ts';
import { SidePanel } from '../layout/side-panel.tsx';
import { ContentStatusChip } from '../layout/status-chip.tsx';
import { DateTimeFields } from './date-time-fields.tsx';
import { PUBLISH_FIELDS, UNPUBLISH_FIELDS } from './editor-config.ts';
import type { Editor } from './editor-session.ts';
import styles from './status-panel.module.css';

const describe = (status: PublicationStatus, publishAt: string | null): string => {
  switch (status) {
    case 'draft':
      return 'Only staff can see this.';
    case 'scheduled':
      return `It will be published on ${formatLagosTime(publishAt)}, Lagos time.`;
    case 'published':
      return 'Everyone can see this on the site.';
    case 'archived':
      return 'Not on the site. Only staff can see this.';
    default:
      return status satisfies never;
  }
};

interface StatusPanelProps<Doc> {
  readonly editor: Pick<Editor<Doc>, 'config' | 'state' | 'dispatch'>;
  readonly status: PublicationStatus;
  readonly publishAt: string | null;
  /** Whether readers see the publication date. */
  readonly isDated: boolean;
}

/** Shows a document's status, when it changed and when it will change. Offers every status change except the next step, which has its own button in the bar. */
export const StatusPanel = <Doc,>({ editor: { config, state, dispatch }, status, publishAt, isDated }: StatusPanelProps<Doc>) => {
  const { values, errors, document } = state;
  const field = config.content.publishAtField ?? '';
  const dates = { values, onChange: (changed: typeof values) => dispatch({ type: 'changed', values: changed }) };
  const save = (command: 'unpublish' | 'archive') => dispatch({ type: 'saveRequested', command });
  return (
    <SidePanel title="Status" aside={<ContentStatusChip status={status} />}>
      <fieldset className={styles.status} aria-label="Status">
        <p>{describe(status, publishAt)}</p>
        {status === 'published' && isDated && (
          <DateTimeFields
            {...dates}
            legend="Publication"
            labels={['Date', 'Time']}
            names={PUBLISH_FIELDS}
            id={fieldId(field)}
            hint="Lagos time, as shown to visitors. You can backdate this."
            error={errors[field]}
          />
        )}
        {(status === 'published' || status === 'scheduled') && (
          <DateTimeFields
            {...dates}
            legend="End"
            labels={['Unpublish on', 'Unpublish at']}
            names={UNPUBLISH_FIELDS}
            id={fieldId('unpublishAt')}
            hint="Lagos time. The page will be archived automatically."
            error={errors.unpublishAt}
            isOptional
          />
        )}
        {document !== null && status !== 'archived' && (
          <ButtonRow>
            {status === 'scheduled' && (
              <>
                <Button variant="secondary" size="small" onClick={() => dispatch({ type: 'publishRequested', dialog: 'schedule' })}>
                  Change the time
                </Button>
                <Button variant="secondary" size="small" onClick={() => save('unpublish')}>
                  Revert to draft
                </Button>
              </>
            )}
            {status !== 'scheduled' && (
              <Button variant="quiet" size="small" onClick={() => save('archive')}>
                Archive
              </Button>
            )}
          </ButtonRow>
        )}
      </fieldset>
    </SidePanel>
  );
};
