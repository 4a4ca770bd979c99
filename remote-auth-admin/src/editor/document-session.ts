import type { ApiError } from '@site/shared/contracts/api-error';
import type { HostServices } from '@site/shared/remote/host-services';
import { createStore } from 'zustand/vanilla';
import type { Intent } from './document-form.ts';
import { type DocumentKind, sameValues, type Values } from './document-kind.ts';
import { createDocumentSaver, type PictureChoice } from './document-saver.ts';
import type { DraftBackup } from './draft-backup.ts';
import { freshState, isUnsaved, type SessionState, withoutErrors } from './session-state.ts';

export interface SessionOptions<Doc> {
  readonly services: Pick<HostServices, 'http' | 'auth' | 'notify'>;
  readonly kind: DocumentKind<Doc>;
  /** Null: a new one. */
  readonly document: Doc | null;
  readonly backup: DraftBackup;
  readonly now: () => number;
}

/** The work on one document, from the first character to the provider: every input is kept on the device at once, and offered back when its page has died. */
export const createDocumentSession = <Doc>({ services, kind, document, backup, now }: SessionOptions<Doc>) => {
  const store = createStore<SessionState<Doc>>()(() => freshState(kind, document));
  const { getState: state, setState: set } = store;
  const saver = createDocumentSaver({ services, kind, store, backup, now });

  const restore = (): void => {
    const { recovery, baseline, version, turn } = state();
    if (recovery === null) return;
    const { backup: kept, key } = recovery;
    const names = [...kind.fields.map(({ name }) => name), 'publishDate', 'publishTime'];
    const back = Object.fromEntries(names.flatMap((name) => (kept.values[name] === undefined ? [] : [[name, kept.values[name]]])));
    saver.takeOver(kept.sent);
    set({ values: { ...baseline, ...back }, version: kept.base ?? version, recovery: null, turn: turn + 1, progress: { kind: 'changed' } });
    saver.keep();
    backup.forget(key);
    saver.schedule();
  };

  const change = (partial: Values): void => {
    const { values, errors, progress } = state();
    set({ values: { ...values, ...partial }, errors: withoutErrors(errors, Object.keys(partial)) });
    saver.takePicture();
    if (progress.kind === 'saved' || progress.kind === 'held') set({ progress: { kind: isUnsaved(kind, state()) ? 'changed' : 'saved' } });
    if (progress.kind !== 'saving' && !isUnsaved(kind, state())) backup.clear();
    else saver.keep();
    saver.schedule();
  };

  return {
    store,
    kind,
    change,
    save: (intent: Intent): Promise<boolean> => saver.save(intent),
    connectPicture: (read: () => PictureChoice): void => saver.connectPicture(read),
    pictureChanged: (): void => change({}),
    /** Offers back what an earlier page has left, and listens for the connection and for a sign-in. */
    start(): void {
      saver.open();
      void backup.find(saver.facts()?.id ?? null).then((found) => {
        if (found === null || !saver.isOpen()) return;
        if (sameValues({ ...state().baseline, ...found.backup.values }, state().baseline)) return backup.forget(found.key);
        set({ recovery: found });
        if (found.backup.resumes) restore();
      });
    },
    listen(): () => void {
      window.addEventListener('online', saver.resume);
      const stop = services.auth.subscribe(({ token }, before) => {
        if (token !== null && before.token === null) saver.resume();
      });
      return () => {
        window.removeEventListener('online', saver.resume);
        stop();
      };
    },
    restore,
    discard(): void {
      backup.forget(state().recovery?.key ?? null);
      set({ recovery: null });
    },
    /** The other's version stands; what was written here goes. */
    takeTheirs(): void {
      const { conflict, turn } = state();
      if (conflict === null) return;
      backup.clear();
      set({ ...freshState(kind, conflict), turn: turn + 1 });
    },
    /** What was written here goes over the other's version, which has been seen. */
    async keepMine(): Promise<void> {
      const { conflict } = state();
      if (conflict === null) return;
      set({ document: conflict, version: kind.factsOf(conflict).version, conflict: null });
      await saver.save('save');
    },
    closeConflict: (): void => set({ isComparing: false }),
    openConflict: (): void => set({ isComparing: true }),
    /** Somebody looks at the preview and comes back. */
    keepForReturn: (): void => {
      if (isUnsaved(kind, state())) saver.keep(true);
    },
    async remove(): Promise<ApiError | null> {
      await saver.stop();
      const id = saver.facts()?.id;
      if (id === undefined) return null;
      const answer = await kind.remove(services.http, id);
      if (!answer.ok) {
        saver.open();
        return answer.error;
      }
      backup.clear();
      set({ ...freshState(kind, state().document), progress: { kind: 'saved' } });
      return null;
    },
    leave: (): void => saver.leave(),
  };
};

export type DocumentSession<Doc> = ReturnType<typeof createDocumentSession<Doc>>;
