import type { ApiError } from '@site/shared/contracts/api-error';
import { getDocumentDraft, getVersion, putDocumentDraft, type Version } from '@site/shared/contracts/version';
import { KINDS, type VersionKind } from '@site/shared/domain/kinds';
import { type Result, success } from '@site/shared/domain/result';
import { hasRole } from '@site/shared/domain/roles';
import { Link, useLoaderData, useNavigate, useParams, useRevalidator } from '@site/shared/router';
import { Button, ButtonLink } from '@site/shared/ui/button';
import { leftIcon, undoIcon } from '@site/shared/ui/icon-shapes';
import { PageFailure } from '@site/shared/ui/page-failure';
import { type ReactNode, useState } from 'react';
import { useStore } from 'zustand/react';
import { FORMAT_ONLY, MarkedText, TextImages } from '../editor/marked-text.tsx';
import { getApiErrorMessage } from '../forms/api-error-message.ts';
import { ConfirmDialog } from '../forms/confirm-dialog.tsx';
import { FormError } from '../forms/form-error.tsx';
import { useMutation } from '../forms/use-mutation.ts';
import { KIND_CALLS } from '../kinds/kind-calls.ts';
import { getEditorPath } from '../kinds/kind-paths.ts';
import { formatTime } from '../layout/format-time.ts';
import { ScreenHeader } from '../layout/screen-header.tsx';
import { StaffPanel } from '../layout/staff-panel.tsx';
import type { ScreenProps } from '../session/staff-screen.tsx';
import { compareVersion, type FieldDifference, type ImageDifference, toText } from './difference.ts';
import type { History } from './history-loader.ts';
import styles from './history-page.module.css';
import { toRestoredFields } from './restored-fields.ts';

const ACTION_LABELS: Readonly<Record<Version['act'], string>> = {
  saved: 'Saved',
  autosaved: 'Saved automatically',
  published: 'Published',
  unpublished: 'Unpublished',
};

const describeAction = ({ act, savedBy }: Version): string => (savedBy === '' ? ACTION_LABELS[act] : `${ACTION_LABELS[act]} by ${savedBy}`);

/** Describes a version's changes, for example "Changed: Title, Content". */
const describeChange = (kind: VersionKind, { changed, number }: Version): string => {
  const { fields, image } = KIND_CALLS[kind].content;
  const labels: Readonly<Record<string, string>> = {
    ...Object.fromEntries(Object.entries(fields).map(([name, { label }]) => [name, label])),
    [image.name]: image.label,
    [image.altField]: 'Alt text',
  };
  if (changed.length === 0) return number === 1 ? 'The first version' : 'No changes';
  return `Changed: ${changed.map((name) => labels[name] ?? name).join(', ')}`;
};

interface VersionRowProps {
  readonly kind: VersionKind;
  readonly version: Version;
  readonly isNewest: boolean;
  readonly isSelected: boolean;
  readonly isBusy: boolean;
  /** Undefined if the version cannot be restored. */
  readonly onRestore: (() => void) | undefined;
}

const VersionRow = ({ kind, version, isNewest, isSelected, isBusy, onRestore }: VersionRowProps) => {
  const time = formatTime(version.savedAt);
  return (
    <li className={styles.row}>
      {version.isErased ? (
        <b>{time}</b>
      ) : (
        <Link to={`?version=${version.number}`} preventScrollReset aria-current={isSelected ? 'true' : undefined} className={styles.time}>
          {time}
          {isNewest && ' (current)'}
        </Link>
      )}
      <span>{describeAction(version)}</span>
      <span className={styles.small}>{version.isErased ? 'Erased because it named a person whose data was erased' : describeChange(kind, version)}</span>
      {onRestore !== undefined && (
        <Button
          size="small"
          variant="secondary"
          icon={undoIcon}
          busy={isBusy}
          label={`Restore as draft: ${time}, version ${version.number}`}
          onClick={onRestore}
        >
          Restore as draft
        </Button>
      )}
    </li>
  );
};

const BeforeAndAfter = ({ before, after, when }: { readonly before: ReactNode; readonly after: ReactNode; readonly when: string }) => (
  <div className={styles.sides}>
    <div className={styles.side}>
      <span className={styles.small}>{when}</span>
      <div className={styles.value}>{before}</div>
    </div>
    <div className={styles.side}>
      <span className={styles.small}>Current</span>
      <div className={styles.value}>{after}</div>
    </div>
  </div>
);

const ChangedField = ({ field, when }: { readonly field: FieldDifference; readonly when: string }) => (
  <section className={styles.field}>
    <h3 className={styles.label}>{field.label}</h3>
    {field.isFormatOnly ? (
      <p>{FORMAT_ONLY}</p>
    ) : (
      <BeforeAndAfter
        when={when}
        before={
          <>
            <MarkedText parts={field.before} mark="del" />
            <TextImages sources={field.imagesBefore} alt="Only in this version" />
          </>
        }
        after={
          <>
            <MarkedText parts={field.after} mark="ins" />
            <TextImages sources={field.imagesAfter} alt="Only in the current text" />
          </>
        }
      />
    )}
  </section>
);

const ChangedImage = ({ image: { label, before, after }, when }: { readonly image: ImageDifference; readonly when: string }) => {
  const show = (source: string, alt: string) =>
    source === '' ? <span className={styles.nothing}>No photo</span> : <TextImages sources={[source]} alt={alt} />;
  return (
    <section className={styles.field}>
      <h3 className={styles.label}>{label}</h3>
      <BeforeAndAfter when={when} before={show(before, 'The photo of this version')} after={show(after, 'The current photo')} />
    </section>
  );
};

const Comparison = ({ kind, history: { document, version } }: { readonly kind: VersionKind; readonly history: History }) => {
  if (version === null) return null;
  const when = formatTime(version.savedAt);
  const { fields, image } = compareVersion(kind, version, document);
  return (
    <StaffPanel title={`${when} and current`}>
      {fields.length === 0 && image === null && <p>There are no differences.</p>}
      {fields.map((field) => (
        <ChangedField key={field.name} field={field} when={when} />
      ))}
      {image !== null && <ChangedImage image={image} when={when} />}
    </StaffPanel>
  );
};

interface HistoryProps extends ScreenProps {
  readonly kind: VersionKind;
}

const DocumentHistory = ({ services, kind, history, path }: HistoryProps & { readonly history: History; readonly path: string }) => {
  const { http, notify, auth } = services;
  const { document, versions, version: selected } = history;
  const navigate = useNavigate();
  const { pending, error, run } = useMutation();
  const mayRestore = useStore(auth, ({ user }) => user !== null && (hasRole(user.role, 'editor') || document.status === 'draft'));

  /** Number of the version that would replace unsaved work; '' if there is none. */
  const [replacement, setReplacement] = useState('');
  const id = toText(document._id);

  const hasDraft = async () => {
    const draft = await http.call(getDocumentDraft, { params: { kind, id } });
    return draft.ok ? success(draft.value !== null) : draft;
  };
  const restore = (number: string) =>
    run(
      number,
      async () => {
        const version = await http.call(getVersion, { params: { kind, id, number } });
        if (!version.ok) return version;
        const fields = toRestoredFields(kind, version.value, document);
        return http.call(putDocumentDraft, { params: { kind, id }, body: { base: toText(document.updatedAt), fields, isRestored: true } });
      },
      () => {
        notify.success('Restored as your draft');
        void navigate(path);
      },
    );
  /** Restores a version, but asks first if that would replace the user's draft. */
  const requestRestore = async (number: string) => {
    let replacesDraft = false;
    const hasLoaded = await run(number, hasDraft, (draftExists) => {
      replacesDraft = draftExists;
    });
    if (!hasLoaded) return;
    if (replacesDraft) setReplacement(number);
    else await restore(number);
  };

  return (
    <>
      <ScreenHeader
        title={`History of “${toText(document.title) || 'Untitled'}”`}
        lead="See what changed in each save. A restored version becomes your draft: nothing is public until you save it, and the URL stays the same."
      />
      <FormError>{error}</FormError>
      {versions.length === 0 ? (
        <p>There are no versions yet. Your next save will create the first.</p>
      ) : (
        <div className={styles.columns}>
          <StaffPanel title="Versions">
            <ol className={styles.rows}>
              {versions.map((version, index) => (
                <VersionRow
                  key={version.number}
                  kind={kind}
                  version={version}
                  isNewest={index === 0}
                  isSelected={version.number === selected?.number}
                  isBusy={pending === String(version.number)}
                  onRestore={index === 0 || version.isErased || !mayRestore ? undefined : () => void requestRestore(String(version.number))}
                />
              ))}
            </ol>
          </StaffPanel>
          <Comparison kind={kind} history={history} />
        </div>
      )}
      {replacement !== '' && (
        <ConfirmDialog
          title="Replace your unsaved changes?"
          confirmLabel="Replace"
          onConfirm={() => {
            setReplacement('');
            void restore(replacement);
          }}
          onClose={() => setReplacement('')}
        >
          <p>This document has unsaved changes. The restored version will replace them.</p>
        </ConfirmDialog>
      )}
    </>
  );
};

/** Lists the versions of a document, shows how one of them differs from the current document, and restores versions. */
export const HistoryPage = ({ services, kind }: HistoryProps) => {
  const history = useLoaderData<Result<History, ApiError>>();
  const { id = '' } = useParams();
  const { revalidate, state } = useRevalidator();
  const path = getEditorPath(kind, id);
  const backLink = (
    <ButtonLink to={path} variant="quiet" size="small" icon={leftIcon}>
      Back to the editor
    </ButtonLink>
  );
  if (!history.ok) {
    return (
      <PageFailure
        level={1}
        title={history.error.kind === 'not-found' ? `${KINDS[kind].label} not found` : 'Failed to load the history'}
        message={getApiErrorMessage(history.error)}
        {...(history.error.kind === 'not-found' ? { action: backLink } : { onRetry: () => void revalidate(), retrying: state === 'loading' })}
      />
    );
  }
  return (
    <div className={styles.page}>
      <div>{backLink}</div>
      <DocumentHistory key={id} services={services} kind={kind} history={history.value} path={path} />
    </div>
  );
};
