import type { HostServices } from '@site/shared/remote/host-services';
import { Button, ButtonRow } from '@site/shared/ui/button';
import { fieldId } from '@site/shared/ui/field';
import { useEffect, useRef, useState } from 'react';
import { StaffDialog } from '../forms/staff-dialog.tsx';
import { formatLagosTime } from '../layout/format-time.ts';
import { DateTimeFields } from './date-time-fields.tsx';
import { DATE_FIELDS, fromLagosFields, isDated, PUBLISH_FIELDS, pickValues, UNPUBLISH_FIELDS, type Values } from './editor-config.ts';
import type { Editor } from './editor-session.ts';
import { PublishChecks } from './publish-checks.tsx';
import styles from './publish-dialog.module.css';

/** `dated` publishes now with an earlier date. */
type PublicationTime = 'now' | 'schedule' | 'dated';

const TIME_LABELS: Readonly<Record<PublicationTime, string>> = { now: 'Now', schedule: 'Schedule', dated: 'Now, with an earlier date' };

/** Returns an error for each date; '' if the date is valid. */
const checkDates = (when: PublicationTime, values: Values, now: number): { readonly publish: string; readonly unpublish: string } => {
  const at = fromLagosFields(values, PUBLISH_FIELDS);
  const until = fromLagosFields(values, UNPUBLISH_FIELDS);
  const isLater = at !== null && Date.parse(at) > now;
  const start = when === 'schedule' && at !== null ? Date.parse(at) : now;
  const isIncomplete = UNPUBLISH_FIELDS.filter((name) => (values[name] ?? '') === '').length === 1;
  return {
    publish:
      when === 'schedule' && !isLater
        ? 'Choose a date and time in the future'
        : when === 'dated' && (at === null || isLater)
          ? 'Choose a date in the past'
          : '',
    unpublish: isIncomplete ? 'Enter a date and a time' : until !== null && Date.parse(until) <= start ? 'Choose a time after publication' : '',
  };
};

interface PublishDialogProps<Doc> {
  readonly services: HostServices;
  readonly editor: Editor<Doc>;
  /** The initially selected option. */
  readonly initialTime: 'now' | 'schedule';
}

/** Confirmation before publishing: shows what becomes public, when and for how long, and what could be improved. */
export const PublishDialog = <Doc,>({ services, editor: { config, state, dispatch }, initialTime }: PublishDialogProps<Doc>) => {
  const { content } = config;
  const { document, values } = state;
  const metadata = document === null ? null : config.getMetadata(document);
  const [when, setWhen] = useState<PublicationTime>(initialTime);
  const [dates, setDates] = useState(() => pickValues(values, DATE_FIELDS));
  const [errors, setErrors] = useState({ publish: '', unpublish: '' });
  const publish = useRef<HTMLButtonElement>(null);
  useEffect(() => publish.current?.focus(), []);

  const close = () => dispatch({ type: 'dialogClosed' });
  const confirm = (): void => {
    const dateErrors = checkDates(when, dates, Date.now());
    setErrors(dateErrors);
    if (dateErrors.publish !== '' || dateErrors.unpublish !== '') return;
    const publishDates = when === 'now' ? pickValues({}, PUBLISH_FIELDS) : pickValues(dates, PUBLISH_FIELDS);
    // Close the dialog, so that the missing fields are visible.
    close();
    dispatch({ type: 'changed', values: { ...dates, ...publishDates } });
    dispatch({ type: 'saveRequested', command: when === 'schedule' ? 'schedule' : 'publish' });
  };
  const choices: readonly PublicationTime[] = isDated(config) ? ['now', 'schedule', 'dated'] : ['now', 'schedule'];
  const originalDate = isDated(config) && metadata?.status !== 'scheduled' ? (metadata?.publishAt ?? null) : null;
  const fields = {
    values: dates,
    onChange: (changed: Values) => {
      setDates({ ...dates, ...changed });
      setErrors({ publish: '', unpublish: '' });
    },
  };
  return (
    <StaffDialog title={`Publish this ${content.name}`} enterButton={publish} onClose={close}>
      <div className={styles.what}>
        <p className={styles.title}>{values.title}</p>
        <p className={styles.address}>{`${services.site.siteUrl}${config.publicPath(document ?? config.emptyDocument)}`}</p>
      </div>
      <fieldset className={styles.when}>
        <legend className={styles.legend}>When</legend>
        {choices.map((choice) => (
          <label key={choice} className={styles.choice}>
            <input type="radio" name="when" checked={when === choice} onChange={() => setWhen(choice)} />
            {TIME_LABELS[choice]}
          </label>
        ))}
        {when === 'now' && originalDate !== null && <p className={styles.note}>The original publication date is kept: {formatLagosTime(originalDate)}.</p>}
        {when !== 'now' && (
          <DateTimeFields
            {...fields}
            legend="Publication"
            labels={['Date', 'Time']}
            names={PUBLISH_FIELDS}
            id={fieldId('publish-step')}
            hint={when === 'schedule' ? 'Lagos time. The page will be published automatically.' : 'Lagos time, as shown to visitors.'}
            error={errors.publish || undefined}
          />
        )}
      </fieldset>
      <details className={styles.until} open={(values.unpublishDate ?? '') !== '' || errors.unpublish !== ''}>
        <summary className={styles.summary}>Unpublish later</summary>
        <DateTimeFields
          {...fields}
          legend="End"
          labels={['Unpublish on', 'Unpublish at']}
          names={UNPUBLISH_FIELDS}
          id={fieldId('unpublish-step')}
          hint="Lagos time. The page will be archived automatically."
          error={errors.unpublish || undefined}
        />
      </details>
      <PublishChecks services={services} config={config} state={state} />
      <ButtonRow>
        <Button variant="secondary" onClick={close}>
          Cancel
        </Button>
        <Button ref={publish} onClick={confirm}>
          {when === 'schedule' ? 'Schedule' : 'Publish'}
        </Button>
      </ButtonRow>
    </StaffDialog>
  );
};
