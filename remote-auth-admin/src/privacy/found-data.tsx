import {
  erasePerson,
  type HeldBackup,
  MAX_PERSON_ITEMS,
  PERSON_PLACES,
  type PersonData,
  type PersonForm,
  type PersonItem,
  type PersonPlace,
} from '@site/shared/contracts/privacy';
import { formatLongDate } from '@site/shared/domain/dates';
import { Button, ButtonRow } from '@site/shared/ui/button';
import { CheckboxField } from '@site/shared/ui/field';
import { downloadIcon, trashIcon } from '@site/shared/ui/icon-shapes';
import { useState } from 'react';
import { describeAction } from '../audit/audit-text.ts';
import { getApiErrorMessage } from '../forms/api-error-message.ts';
import { ConfirmDialog } from '../forms/confirm-dialog.tsx';
import { FormError } from '../forms/form-error.tsx';
import { getEditorPath } from '../kinds/kind-paths.ts';
import { StaffPanel } from '../layout/staff-panel.tsx';
import { downloadText } from '../listing/csv.ts';
import { formatCount } from '../listing/list-definition.ts';
import { RowLink } from '../listing/list-table.tsx';
import type { ScreenProps } from '../session/staff-screen.tsx';
import styles from './person-page.module.css';

export interface FoundPerson {
  readonly person: PersonForm;
  readonly data: PersonData;
}

interface ItemTexts {
  readonly title: string;
  readonly one: string;
  readonly many: string;
  /** Explains the effect of erasing these items. */
  readonly hint: string;
}

const PLACE_TEXTS: Readonly<Record<PersonPlace, ItemTexts>> = {
  applications: { title: 'Applications', one: 'application', many: 'applications', hint: 'Erased, including all answers and notes.' },
  audit: {
    title: 'Activity log',
    one: 'activity log entry',
    many: 'activity log entries',
    hint: 'The entry is kept, but names, email addresses and texts are erased.',
  },
  images: { title: 'Photos', one: 'photo', many: 'photos', hint: 'The photo is deleted in every size, and removed from every document.' },
  versions: {
    title: 'Document versions',
    one: 'version of a document',
    many: 'versions of documents',
    hint: 'The version stays in the list but can no longer be read or restored.',
  },
  drafts: { title: 'Unsaved drafts', one: 'unsaved draft', many: 'unsaved drafts', hint: 'A colleague will lose their unsaved changes.' },
  comments: { title: 'Review comments', one: 'review comment', many: 'review comments', hint: 'Removed from the discussion of the document.' },
};
/** Kinds whose exact matches are selected by default. Erasing items of the other kinds would also delete text that colleagues wrote. */
const PRESELECTED_KINDS: readonly PersonPlace[] = ['applications', 'audit', 'images'];
const TEXTS = { one: 'text', many: 'texts' };

/** Summarises the items, for example "2 applications, 1 photo"; '' for none. */
const summarise = (items: readonly Pick<PersonItem, 'place'>[], texts = 0): string =>
  [...PERSON_PLACES.map((place) => [PLACE_TEXTS[place], items.filter((item) => item.place === place).length] as const), [TEXTS, texts] as const]
    .flatMap(([kind, count]) => (count === 0 ? [] : [formatCount(kind, count)]))
    .join(', ');

const getKey = ({ place, _id }: Pick<PersonItem, 'place' | '_id'>): string => `${place} ${_id}`;

const Excerpt = ({ parts }: { readonly parts: PersonItem['excerpt'] }) => (
  <span className={styles.excerpt}>
    {parts.map(({ text, isMatch }) =>
      isMatch ? (
        <mark key="match" className={styles.match}>
          {text}
        </mark>
      ) : (
        text
      ),
    )}
  </span>
);

export const Backups = ({ backups }: { readonly backups: readonly HeldBackup[] }) => (
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

/** Lists texts that name the person, each with a link to its editor. */
export const Mentions = ({ data: { mentions, albums } }: { readonly data: Pick<PersonData, 'mentions' | 'albums'> }) => (
  <ul className={styles.list}>
    {mentions.map(({ kind, _id, title, isTrashed, field, excerpt }) => (
      <li key={`${kind} ${_id}`}>
        <RowLink to={isTrashed ? '/admin/trash' : getEditorPath(kind, _id)}>{title}</RowLink>
        {isTrashed && ' (in the trash)'}
        {excerpt.length > 0 && (
          <span className={styles.small}>
            {field}: <Excerpt parts={excerpt} />
          </span>
        )}
      </li>
    ))}
    {albums.map(({ _id, title }) => (
      <li key={_id}>
        <RowLink to="/admin/gallery">{title}</RowLink> (album)
      </li>
    ))}
  </ul>
);

const describe = ({ place, _id, title, number }: PersonItem, { audit }: PersonData): string => {
  if (place === 'versions') return `${title || 'Untitled'}, version ${number}`;
  const entry = place === 'audit' ? audit.find(({ number: entryNumber }) => String(entryNumber) === _id) : undefined;
  if (entry === undefined) return title || 'Untitled';
  return [describeAction(entry), entry.details?.name ?? ''].filter((text) => text !== '').join(': ');
};

interface FoundItemsProps {
  readonly place: PersonPlace;
  readonly data: PersonData;
  readonly chosen: ReadonlySet<string>;
  readonly onChoose: (items: readonly PersonItem[], isChosen: boolean) => void;
}

/** Lists the matching items of one kind, each with a checkbox. */
const FoundItems = ({ place, data, chosen, onChoose }: FoundItemsProps) => {
  const items = data.items.filter((item) => item.place === place);
  if (items.length === 0) return null;
  const { title, hint } = PLACE_TEXTS[place];
  const isAllChosen = items.every((item) => chosen.has(getKey(item)));
  return (
    <StaffPanel
      title={title}
      action={
        items.length > 1 && (
          <Button variant="secondary" size="small" onClick={() => onChoose(items, !isAllChosen)}>
            {isAllChosen ? 'Clear selection' : `Select all ${items.length}`}
          </Button>
        )
      }
    >
      <p className={styles.muted}>{hint}</p>
      <ul className={styles.list} aria-label={title}>
        {items.map((item) => {
          const image = place === 'images' ? data.images.find(({ _id }) => _id === item._id) : undefined;
          return (
            <li key={item._id} className={styles.item}>
              {image !== undefined && <img src={image.url} alt="" width={72} height={72} className={styles.thumb} />}
              <CheckboxField
                name={getKey(item)}
                id={`item-${getKey(item).replaceAll(/[^\w-]/g, '-')}`}
                checked={chosen.has(getKey(item))}
                onChange={({ target }) => onChoose([item], target.checked)}
                label={
                  <>
                    {describe(item, data)}
                    {item.isTrashed && ' (in the trash)'}
                    <span className={styles.small}>{[formatLongDate(item.at), item.by].filter((text) => text !== '').join(', ')}</span>
                  </>
                }
                hint={item.excerpt.length > 0 ? <Excerpt parts={item.excerpt} /> : undefined}
              />
            </li>
          );
        })}
      </ul>
    </StaffPanel>
  );
};

interface FoundDataProps extends ScreenProps {
  readonly found: FoundPerson;
  readonly onErased: (backups: readonly HeldBackup[], message: string) => void;
}

/** Shows all data about one person, which can be exported. Selected items can be erased; texts must be edited by hand. */
export const FoundData = ({ services, found: { person, data }, onErased }: FoundDataProps) => {
  const { items, omittedItems, mentions, albums, backups, hasAccount } = data;
  const [chosen, setChosen] = useState<ReadonlySet<string>>(
    new Set(items.filter(({ place, isExact }) => isExact && PRESELECTED_KINDS.includes(place)).map(getKey)),
  );
  const [isConfirming, setIsConfirming] = useState(false);
  const [isBusy, setIsBusy] = useState(false);
  const [error, setError] = useState('');

  const choose = (changed: readonly PersonItem[], isChosen: boolean): void => {
    const next = new Set(chosen);
    for (const item of changed) {
      if (isChosen) next.add(getKey(item));
      else next.delete(getKey(item));
    }
    setChosen(next);
  };
  const chosenItems = items.filter((item) => chosen.has(getKey(item)));
  const getChosenIds = (place: PersonPlace): string[] => chosenItems.filter((item) => item.place === place).map(({ _id }) => _id);
  const erase = async (): Promise<void> => {
    setError('');
    setIsBusy(true);
    const [applications, audit, images, versions, drafts, comments] = PERSON_PLACES.map(getChosenIds);
    const result = await services.http.call(erasePerson, { body: { ...person, chosen: { applications, audit, images, versions, drafts, comments } } });
    setIsBusy(false);
    setIsConfirming(false);
    if (!result.ok) {
      setError(getApiErrorMessage(result.error));
      return;
    }
    const { backups: remainingBackups, auditEntries, ...counts } = result.value;
    const erased = PERSON_PLACES.map((place) => [PLACE_TEXTS[place], place === 'audit' ? auditEntries : (counts[place] ?? 0)] as const);
    const texts = erased.flatMap(([place, count]) => (count === 0 ? [] : [formatCount(place, count)]));
    onErased(remainingBackups, texts.length === 0 ? 'Nothing was erased.' : `Erased: ${texts.join(', ')}.`);
  };

  const texts = mentions.length + albums.length;
  const summary = summarise(items, texts);
  if (summary === '' && backups.length === 0 && !hasAccount) return <p role="status">Nothing is stored about this person.</p>;
  const noItemsMessage = backups.length > 0 ? 'Only backups contain data about this person.' : 'Only a staff account is stored about this person.';
  return (
    <>
      <div className={styles.summary}>
        <p role="status">{summary === '' ? noItemsMessage : `Found: ${summary}.`}</p>
        {items.length > 0 && (
          <p className={styles.muted}>
            Only selected items are erased. Applications, activity log entries and photos with the email address or phone number are already selected. A name
            alone may be another person’s, so read each text before you select it.
          </p>
        )}
        {omittedItems > 0 && (
          <p className={styles.muted}>
            {MAX_PERSON_ITEMS} of each kind are shown at a time, and {omittedItems.toLocaleString('en-US')} more were found. Search again after erasing these.
          </p>
        )}
      </div>
      <div className={styles.parts}>
        {PERSON_PLACES.map((place) => (
          <FoundItems key={place} place={place} data={data} chosen={chosen} onChoose={choose} />
        ))}
        {texts > 0 && (
          <StaffPanel title="Texts that name this person">
            <p className={styles.muted}>Erasing does not change these texts, so an editor must edit them.</p>
            <Mentions data={data} />
          </StaffPanel>
        )}
        {backups.length > 0 && (
          <StaffPanel title="Backups">
            <p className={styles.muted}>These contain the data until they expire.</p>
            <Backups backups={backups} />
          </StaffPanel>
        )}
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
        <Button variant="danger" icon={trashIcon} disabled={hasAccount || chosenItems.length === 0} onClick={() => setIsConfirming(true)}>
          Erase permanently
        </Button>
      </ButtonRow>
      {isConfirming && (
        <ConfirmDialog title="Erase permanently?" confirmLabel="Erase" busy={isBusy} onConfirm={() => void erase()} onClose={() => setIsConfirming(false)}>
          <div className={styles.summary}>
            <ul className={styles.list}>
              {PERSON_PLACES.map((place) => [place, getChosenIds(place).length] as const).map(
                ([place, count]) => count > 0 && <li key={place}>{formatCount(PLACE_TEXTS[place], count)}</li>,
              )}
            </ul>
            <p>This cannot be undone. Nothing else changes.{texts > 0 && ` You still have ${formatCount(TEXTS, texts)} to edit by hand.`}</p>
          </div>
        </ConfirmDialog>
      )}
    </>
  );
};
