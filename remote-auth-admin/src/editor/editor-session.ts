import { findVersionKind, KINDS } from '@site/shared/domain/kinds';
import type { HostServices } from '@site/shared/remote/host-services';
import { useLocation, useNavigate } from '@site/shared/router';
import { fieldId } from '@site/shared/ui/field';
import { type ChangeEvent, useEffect, useState } from 'react';
import * as v from 'valibot';
import { useStore } from 'zustand/react';
import { createStore, type StoreApi } from 'zustand/vanilla';
import { getApiErrorMessage } from '../forms/api-error-message.ts';
import { prepareImage } from '../forms/image-file.ts';
import { useUndo } from '../layout/undo-bar.tsx';
import { createDraftBackup, type DraftBackup, deviceStorage } from '../session/draft-backup.ts';
import { holdFile, takeHeldFile } from '../session/held-files.ts';
import { type Check, findWords, type TextPlace } from './checks.ts';
import type { EditorConfig } from './editor-config.ts';
import { createTransition } from './editor-machine.ts';
import { type EditorEvent, type EditorState, type Effect, initialState } from './editor-state.ts';
import { openPreviewTab } from './preview-tab.ts';
import { createServerDraft } from './server-draft.ts';

interface SessionOptions<Doc> {
  readonly services: Pick<HostServices, 'http' | 'auth' | 'notify' | 'site'>;
  readonly config: EditorConfig<Doc>;
  /** Null for a new document. */
  readonly document: Doc | null;
  readonly backup: DraftBackup;
  readonly now: () => number;
  /** Leaves the screen or changes its URL. */
  readonly navigation: {
    readonly openDocument: (id: string) => void;
    /** `returnPath` is the path of the editor to return to. */
    readonly openPreview: (path: string, draft: unknown, returnPath: string) => void;
    readonly leaveDeletedDocument: (id: string) => void;
  };
}

export interface EditorSession<Doc> {
  readonly store: Pick<StoreApi<EditorState<Doc>>, 'getState' | 'getInitialState' | 'subscribe'>;
  readonly dispatch: (event: EditorEvent<Doc>) => void;
  /** Opens the editor and subscribes to connection and sign-in changes. Returns a function that closes the editor. */
  readonly open: () => () => void;
}

/** Maximum length in pixels of each side of a preview image: enough for the widest image on a phone, and small enough for the browser's history. */
const MAX_PREVIEW_SIDE_PX = 1200;

/** Runs the effects of the editor's transitions, and dispatches their results as events. */
export const createEditorSession = <Doc>(options: SessionOptions<Doc>): EditorSession<Doc> => {
  const { services, config, document, backup, now, navigation } = options;
  const { http, auth, notify } = services;
  const transition = createTransition(config);
  const store = createStore<EditorState<Doc>>()(() => initialState(config, document));
  let timer: ReturnType<typeof setTimeout> | undefined;

  const dispatch = (event: EditorEvent<Doc>): void => {
    const { state, effects } = transition(store.getState(), event, now());
    store.setState(state, true);
    for (const effect of effects) run(effect);
  };

  const save = async ({ id, form, file, isSilent }: Extract<Effect, { type: 'save' }>): Promise<void> => {
    const body = new FormData();
    for (const [name, value] of Object.entries(form)) body.set(name, value);
    if (file !== null) body.set(config.content.image.name, file);
    const callOptions = { silent: isSilent };
    const response = await (id === null ? config.create(http, body, callOptions) : config.update(http, id, body, callOptions));
    dispatch(response.ok ? { type: 'saveSucceeded', document: response.value } : { type: 'saveFailed', error: response.error, isOnline: navigator.onLine });
  };

  const loadStored = async ({ id, slug }: Extract<Effect, { type: 'loadStored' }>): Promise<void> => {
    const stored = await (id === null ? config.findBySlug?.(http, slug) : config.get(http, id, { silent: true }));
    dispatch({ type: 'storedDocumentLoaded', document: stored?.ok === true ? stored.value : null });
  };

  const remove = async (id: string): Promise<void> => {
    const response = await config.remove(http, id);
    dispatch(response.ok ? { type: 'deleteSucceeded' } : { type: 'deleteFailed', error: response.error });
  };

  const getFileKey = (id: string | null): string => `${auth.getState().user?._id}:${config.content.name}:${id ?? 'new'}`;

  /**
   * Opens the preview in this tab or, if the staff area has a separate origin, in a new tab. An image that has not been sent is kept until the user returns.
   */
  const openPreview = async ({ id, path, draft, file }: Extract<Effect, { type: 'openPreview' }>): Promise<void> => {
    const kind = findVersionKind(config.content.name);
    const showInTab = services.site.staffUrl === undefined || kind === undefined ? undefined : openPreviewTab(services);
    if (file !== null) holdFile(getFileKey(id), file);
    const image = file === null ? null : await prepareImage(file, MAX_PREVIEW_SIDE_PX);
    const shown = image?.ok === true && typeof draft === 'object' ? { ...draft, [config.content.image.name]: image.value.preview } : draft;
    if (showInTab !== undefined && kind !== undefined) await showInTab({ kind, id, draft: shown });
    else navigation.openPreview(path, shown, `${config.listPath}/${id ?? 'new'}`);
  };

  const run = (effect: Effect): void => {
    switch (effect.type) {
      case 'save':
        void save(effect);
        break;
      case 'loadStored':
        void loadStored(effect);
        break;
      case 'delete':
        void remove(effect.id);
        break;
      case 'startTimer':
        clearTimeout(timer);
        timer = setTimeout(() => dispatch({ type: 'saveTimerFired' }), effect.delayMs);
        break;
      case 'stopTimer':
        clearTimeout(timer);
        break;
      case 'findBackup':
        void backup.find(effect.id).then((found) => dispatch({ type: 'backupFound', found, file: takeHeldFile(getFileKey(effect.id)) }));
        break;
      case 'writeBackup':
        dispatch({ type: 'backupWritten', isStored: backup.write(effect.id, effect.backup) });
        break;
      case 'removeBackup':
        backup.remove(effect.key);
        break;
      case 'clearBackup':
        backup.clear();
        break;
      case 'releaseBackup':
        backup.release();
        break;
      case 'notify':
        notify.success(effect.message);
        break;
      case 'openDocument':
        navigation.openDocument(effect.id);
        break;
      case 'openPreview':
        void openPreview(effect);
        break;
      case 'leaveDeleted':
        navigation.leaveDeletedDocument(effect.id);
        break;
      default:
        effect satisfies never;
    }
  };

  return {
    store,
    dispatch,
    open: () => {
      const handleOnline = () => dispatch({ type: 'reconnected' });
      window.addEventListener('online', handleOnline);
      const unsubscribe = auth.subscribe(({ token }, before) => {
        if (token !== null && before.token === null) dispatch({ type: 'signedIn' });
      });
      dispatch({ type: 'opened' });
      return () => {
        window.removeEventListener('online', handleOnline);
        unsubscribe();
        dispatch({ type: 'closed' });
      };
    },
  };
};

const locationStateSchema = v.object({ editor: v.string() });

/** Returns a key that stays the same when the first save changes the URL of a new document, so that React keeps the editor mounted. */
export const useEditorKey = (): string => {
  const { state, key } = useLocation();
  const locationState = v.safeParse(locationStateSchema, state);
  return locationState.success ? locationState.output.editor : key;
};

interface FieldState {
  readonly name: string;
  readonly label: string;
  readonly value: string;
  readonly error: string | undefined;
}

export interface Editor<Doc> {
  readonly config: EditorConfig<Doc>;
  readonly state: EditorState<Doc>;
  /** Returns the current state, for listeners outside React. */
  readonly getState: () => EditorState<Doc>;
  readonly dispatch: (event: EditorEvent<Doc>) => void;
  /** Returns the props of the text field with this name. */
  readonly field: (name: string) => FieldState & {
    readonly maxLength: number | undefined;
    readonly onChange: (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement>) => void;
  };
  /** Returns the props of a field whose control passes its value instead of an event. */
  readonly valueField: (name: string) => FieldState & { readonly onChange: (value: string) => void };
  /** Returns the passage in this rich text field that a check refers to; null if the check refers to another field. */
  readonly getPlace: (name: string) => TextPlace | null;
  /** Scrolls to the text that a check refers to, and selects the text. */
  readonly showPlace: (check: Check) => void;
}

export const useEditor = <Doc>(services: HostServices, config: EditorConfig<Doc>, document: Doc | null): Editor<Doc> => {
  const navigate = useNavigate();
  const editorKey = useEditorKey();
  const offerUndo = useUndo();
  const [session] = useState(() => {
    const userId = services.auth.getState().user?._id ?? '';
    const localBackup = createDraftBackup({ storage: deviceStorage(), userId, kindName: config.content.name, now: Date.now });
    const backup = createServerDraft({
      localBackup,
      http: services.http,
      config,
      version: document === null ? null : config.getMetadata(document).version,
      getBaseline: () => opened.store.getState().baseline,
      onStored: (values) => opened.dispatch({ type: 'draftStored', values }),
    });
    const restore = async (id: string): Promise<void> => {
      const restored = await config.restore(services.http, id);
      if (restored.ok) await navigate(`${config.listPath}/${config.getMetadata(restored.value).id}`);
      else services.notify.error(getApiErrorMessage(restored.error));
    };
    const navigation = {
      openDocument: (id: string) =>
        void navigate(`${config.listPath}/${id}`, { replace: true, preventScrollReset: true, state: { editor: editorKey, keepsFocus: true } }),
      openPreview: (path: string, draft: unknown, returnPath: string) => void navigate(path, { state: { draft, back: returnPath } }),
      leaveDeletedDocument: (id: string) => {
        offerUndo({ message: `${KINDS[config.content.name].label} deleted`, undo: () => restore(id) });
        void navigate(config.listPath, { replace: true });
      },
    };
    const opened = createEditorSession({ services, config, document, backup, now: Date.now, navigation });
    return opened;
  });
  const { store, dispatch } = session;
  const state = useStore(store);
  useEffect(() => session.open(), [session]);

  const [shown, setShown] = useState<Pick<Check, 'field' | 'place'> | null>(null);
  const showPlace = ({ field, place }: Check): void => {
    // Create a new object each time, so that the same passage can be shown again.
    setShown({ field, place: { ...place } });
    const input = window.document.getElementById(fieldId(field));
    if (!(input instanceof HTMLInputElement || input instanceof HTMLTextAreaElement)) return;
    input.focus();
    const [start] = place.kind === 'words' ? findWords(input.value, place.words).slice(place.index) : [];
    if (place.kind === 'words' && start !== undefined) input.setSelectionRange(start, start + place.words.length);
  };

  const change = (name: string, value: string) => dispatch({ type: 'changed', values: { [name]: value } });
  const getFieldState = (name: string): FieldState => ({
    name,
    label: config.content.fields[name]?.label ?? '',
    value: state.values[name] ?? '',
    error: state.errors[name],
  });

  return {
    config,
    state,
    getState: store.getState,
    dispatch,
    field: (name) => ({
      ...getFieldState(name),
      maxLength: config.content.fields[name]?.maxLength,
      onChange: ({ target }) => change(name, target.value),
    }),
    valueField: (name) => ({ ...getFieldState(name), onChange: (value) => change(name, value) }),
    getPlace: (name) => (shown?.field === name ? shown.place : null),
    showPlace,
  };
};
