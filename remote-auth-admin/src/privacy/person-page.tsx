import { erasePerson, findPerson, type HeldBackup, type PersonData, type PersonForm, personFormSchema } from '@site/shared/contracts/privacy';
import { formatLongDate } from '@site/shared/domain/dates';
import { Button, ButtonRow } from '@site/shared/ui/button';
import { CheckboxField, TextField } from '@site/shared/ui/field';
import { downloadIcon, trashIcon } from '@site/shared/ui/icon-shapes';
import { type ReactNode, useState } from 'react';
import { getApiErrorMessage } from '../forms/api-error-message.ts';
import { ConfirmDialog } from '../forms/confirm-dialog.tsx';
import { FormError } from '../forms/form-error.tsx';
import { useStaffForm } from '../forms/use-staff-form.ts';
import { ScreenHead } from '../layout/screen-head.tsx';
import { StaffPanel } from '../layout/staff-panel.tsx';
import { downloadText } from '../listing/csv.ts';
import { formatCount } from '../listing/list-definition.ts';
import { RowLink } from '../listing/list-table.tsx';
import type { ScreenProps } from '../session/staff-screen.tsx';
import styles from './person-page.module.css';

interface Found {
  readonly person: PersonForm;
  readonly data: PersonData;
}

interface Erased {
  readonly message: string;
  readonly backups: readonly HeldBackup[];
  /** Texts that still name the person. */
  readonly mentions: PersonData['mentions'];
}

const APPLICATIONS = { one: 'application', many: 'applications' };
const IMAGES = { one: 'image', many: 'images' };
const TEXTS = { one: 'text', many: 'texts' };
const ENTRIES = { one: 'entry of the audit log', many: 'entries of the audit log' };

/** "3 applications, 1 image"; without the kinds of which there are none. */
const summarise = ({ applications, images, mentions, audit }: PersonData): string =>
  (
    [
      [APPLICATIONS, applications],
      [IMAGES, images],
      [TEXTS, mentions],
      [ENTRIES, audit],
    ] as const
  )
    .flatMap(([kind, rows]) => (rows.length === 0 ? [] : [formatCount(kind, rows.length)]))
    .join(', ');

const Backups = ({ backups }: { readonly backups: readonly HeldBackup[] }) => (
  <ul className={styles.list}>
    {backups.map(({ createdAt, location, expiresAt, isEncrypted }) => (
      <li key={`${location} ${createdAt}`}>
        {formatLongDate(createdAt)}, until {formatLongDate(expiresAt)}
        <span className={styles.small}>
          {location}
          {isEncrypted ? ', encrypted' : ''}
        </span>
      </li>
    ))}
  </ul>
);

const Part = ({ title, isEmpty, children }: { readonly title: string; readonly isEmpty: boolean; readonly children: ReactNode }) => (
  <StaffPanel title={title}>{isEmpty ? <p className={styles.muted}>Nothing found.</p> : children}</StaffPanel>
);

const FOLDERS = { post: 'posts', event: 'events', program: 'programs' } as const;

/** Texts that name the person, with the way to their editors. */
const Mentions = ({ mentions }: { readonly mentions: PersonData['mentions'] }) => (
  <ul className={styles.list}>
    {mentions.map(({ kind, _id, title }) => (
      <li key={`${kind} ${_id}`}>
        <RowLink to={`/admin/${FOLDERS[kind]}/${_id}`}>{title}</RowLink>
      </li>
    ))}
  </ul>
);

interface ResultProps extends ScreenProps {
  readonly found: Found;
  readonly onErased: (backups: readonly HeldBackup[], message: string) => void;
}

const FoundData = ({ services, found: { person, data }, onErased }: ResultProps) => {
  const { applications, images, mentions, audit, backups, hasAccount } = data;
  const [imageIds, setImageIds] = useState<ReadonlySet<string>>(new Set(images.map(({ _id }) => _id)));
  const [isConfirming, setIsConfirming] = useState(false);
  const [isBusy, setIsBusy] = useState(false);
  const [error, setError] = useState('');

  const choose = (id: string, isChosen: boolean): void => setImageIds(new Set(isChosen ? [...imageIds, id] : [...imageIds].filter((each) => each !== id)));
  const erase = async (): Promise<void> => {
    setError('');
    setIsBusy(true);
    const result = await services.http.call(erasePerson, { body: { ...person, imageIds: [...imageIds] } });
    setIsBusy(false);
    setIsConfirming(false);
    if (!result.ok) {
      setError(getApiErrorMessage(result.error));
      return;
    }
    const { applications: applicationCount, images: imageCount, auditEntries } = result.value;
    const erasedRows = `${formatCount(APPLICATIONS, applicationCount)}, ${formatCount(IMAGES, imageCount)}`;
    onErased(result.value.backups, `Erased: ${erasedRows} and the names in ${formatCount(ENTRIES, auditEntries)}.`);
  };

  const summary = summarise(data);
  if (summary === '' && backups.length === 0 && !hasAccount) return <p role="status">Nothing is stored about this person.</p>;
  const onlyElsewhere = backups.length > 0 ? 'Only backups hold data about this person.' : 'Nothing but a staff account is stored about this person.';
  return (
    <>
      <p role="status">{summary === '' ? onlyElsewhere : `Found: ${summary}.`}</p>
      <div className={styles.parts}>
        <Part title="Applications" isEmpty={applications.length === 0}>
          <ul className={styles.list}>
            {applications.map(({ _id, name, email, phone, createdAt }) => (
              <li key={_id}>
                {name}
                <span className={styles.small}>
                  {email || phone}, {formatLongDate(createdAt)}
                </span>
              </li>
            ))}
          </ul>
        </Part>
        <Part title="Images" isEmpty={images.length === 0}>
          <p className={styles.muted}>Only the chosen ones are erased: look at each.</p>
          {images.map(({ _id, title, url, isTrashed }) => (
            <div key={_id} className={styles.image}>
              <img src={url} alt="" width={72} height={72} className={styles.thumb} />
              <CheckboxField
                label={`${title}${isTrashed ? ' (in the trash)' : ''}`}
                name={`image-${_id}`}
                checked={imageIds.has(_id)}
                onChange={({ target }) => choose(_id, target.checked)}
              />
            </div>
          ))}
        </Part>
        <Part title="Texts" isEmpty={mentions.length === 0}>
          <p className={styles.muted}>They name the person. Erasing does not change them: edit them yourself.</p>
          <Mentions mentions={mentions} />
        </Part>
        <Part title="Audit log and backups" isEmpty={audit.length + backups.length === 0}>
          <p>{audit.length === 1 ? '1 entry of the audit log names' : `${audit.length} entries of the audit log name`} the person.</p>
          {backups.length > 0 && (
            <>
              <p>These backups hold the data until they expire:</p>
              <Backups backups={backups} />
            </>
          )}
        </Part>
      </div>
      {hasAccount && <p className={styles.problem}>This person has a staff account. Delete it under “Users” first.</p>}
      <FormError>{error}</FormError>
      <ButtonRow>
        <Button
          variant="secondary"
          icon={downloadIcon}
          onClick={() => downloadText(JSON.stringify(data, null, 2), 'personal-data.json', 'application/json;charset=utf-8')}
        >
          Export
        </Button>
        <Button variant="danger" icon={trashIcon} disabled={hasAccount} onClick={() => setIsConfirming(true)}>
          Erase for good
        </Button>
      </ButtonRow>
      {isConfirming && (
        <ConfirmDialog title="Erase for good?" confirmLabel="Erase" busy={isBusy} onConfirm={() => void erase()} onClose={() => setIsConfirming(false)}>
          <p>
            {formatCount(APPLICATIONS, applications.length)}, {formatCount(IMAGES, imageIds.size)} and the names in the audit log. Nobody can restore them.
          </p>
          {mentions.length > 0 && <p>Texts that name the person stay as they are: {mentions.length}.</p>}
        </ConfirmDialog>
      )}
    </>
  );
};

/** What the site stores about one person, exported or erased; for administrators. */
export const PersonPage = ({ services }: ScreenProps) => {
  const [found, setFound] = useState<Found | null>(null);
  const [erased, setErased] = useState<Erased | null>(null);
  const form = useStaffForm({
    schema: personFormSchema,
    fields: ['name', 'email', 'phone'],
    send: async (person) => {
      const result = await services.http.call(findPerson, { body: person });
      return result.ok ? { ...result, value: { person, data: result.value } } : result;
    },
    onSent: (next) => {
      setErased(null);
      setFound(next);
    },
  });
  return (
    <div className={styles.page}>
      <ScreenHead title="Personal data" lead="Answer a person who asks what the site stores about them, or who wants it erased." />
      <form className={styles.panel} aria-label="Find a person" noValidate onChange={form.handleChange} onSubmit={form.handleSubmit}>
        <FormError>{form.message}</FormError>
        <p className={styles.muted}>Fill in one field or more. A name is found as whole words, with or without accents.</p>
        <div className={styles.fields}>
          <TextField label="Name" name="name" autoComplete="off" maxLength={100} error={form.getError('name')} />
          <TextField label="Email" name="email" type="email" autoComplete="off" error={form.getError('email')} />
          <TextField label="Phone" name="phone" autoComplete="off" hint="For example: 0803 123 4567" error={form.getError('phone')} />
        </div>
        <Button type="submit" busy={form.isSending}>
          Find
        </Button>
      </form>
      {erased !== null && (
        <StaffPanel title="Done">
          <p role="status">{erased.message}</p>
          {erased.mentions.length > 0 && (
            <>
              <p>These texts still name the person. Edit them yourself:</p>
              <Mentions mentions={erased.mentions} />
            </>
          )}
          {erased.backups.length > 0 && (
            <>
              <p>Older backups hold the data until they expire:</p>
              <Backups backups={erased.backups} />
            </>
          )}
        </StaffPanel>
      )}
      {found !== null && (
        <FoundData
          key={JSON.stringify(found)}
          services={services}
          found={found}
          onErased={(backups, message) => {
            setFound(null);
            setErased({ backups, message, mentions: found.data.mentions });
          }}
        />
      )}
    </div>
  );
};
