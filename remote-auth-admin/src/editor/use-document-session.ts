import type { HostServices } from '@site/shared/remote/host-services';
import { useLocation, useNavigate } from '@site/shared/router';
import { type ChangeEvent, useEffect, useState } from 'react';
import * as v from 'valibot';
import { useStore } from 'zustand/react';
import type { DocumentKind } from './document-kind.ts';
import { createDocumentSession, type DocumentSession } from './document-session.ts';
import { createDraftBackup, deviceStorage } from './draft-backup.ts';
import type { SessionState } from './session-state.ts';

const stateSchema = v.object({ editor: v.string() });

/** One editor for one visit: a new document gets an address of its own with its first save, and the writing goes on undisturbed. */
export const useEditorKey = (): string => {
  const { state, key } = useLocation();
  const kept = v.safeParse(stateSchema, state);
  return kept.success ? kept.output.editor : key;
};

export interface DocumentEditor<Doc> {
  readonly session: DocumentSession<Doc>;
  readonly state: SessionState<Doc>;
  /** What a text field of this name takes. */
  readonly field: (name: string) => {
    readonly name: string;
    readonly value: string;
    readonly error: string | undefined;
    readonly onChange: (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement>) => void;
  };
}

export const useDocumentEditor = <Doc>(services: HostServices, kind: DocumentKind<Doc>, document: Doc | null): DocumentEditor<Doc> => {
  const navigate = useNavigate();
  const editorKey = useEditorKey();
  const [session] = useState(() => {
    const userId = services.auth.getState().user?._id ?? '';
    const backup = createDraftBackup({ storage: deviceStorage(), userId, noun: kind.noun, now: Date.now });
    return createDocumentSession({ services, kind, document, backup, now: Date.now });
  });
  const state = useStore(session.store);

  useEffect(() => {
    session.start();
    const stop = session.listen();
    return () => {
      stop();
      session.leave();
    };
  }, [session]);

  const id = state.document === null ? null : kind.factsOf(state.document).id;
  const isNew = document === null;
  useEffect(() => {
    if (isNew && id !== null) void navigate(`${kind.listPath}/${id}`, { replace: true, preventScrollReset: true, state: { editor: editorKey } });
  }, [isNew, id, kind, navigate, editorKey]);

  return {
    session,
    state,
    field: (name) => ({
      name,
      value: state.values[name] ?? '',
      error: state.errors[name],
      onChange: ({ target }) => session.change({ [name]: target.value }),
    }),
  };
};
