import type { Role } from '@site/shared/domain/roles';
import type { HostServices } from '@site/shared/remote/host-services';
import { useNavigate } from '@site/shared/router';
import { VisuallyHidden } from '@site/shared/ui/visually-hidden';
import { useCallback, useEffect, useRef, useState } from 'react';
import listboxStyles from '../forms/listbox-options.module.css';
import { ListboxOptions } from '../forms/listbox-options.tsx';
import { StaffDialog } from '../forms/staff-dialog.tsx';
import { useListbox } from '../forms/use-listbox.ts';
import styles from './command-palette.module.css';
import { findCommands, findDocuments, getCommands, type PaletteCommand } from './palette-commands.ts';

const SEARCH_DELAY_MS = 200;

interface CommandPaletteProps {
  readonly services: Pick<HostServices, 'http'>;
  readonly role: Role;
  readonly onSignOut: () => void;
  readonly onClose: () => void;
}

/** Opens any screen, creates documents and finds documents by title. Available on every screen. */
export const CommandPalette = ({ services, role, onSignOut, onClose }: CommandPaletteProps) => {
  const navigate = useNavigate();
  const [typed, setTyped] = useState('');
  const [documents, setDocuments] = useState<readonly PaletteCommand[]>([]);
  const search = useRef<{ readonly timer: ReturnType<typeof setTimeout>; readonly controller: AbortController } | null>(null);
  const options = [...findCommands(getCommands(role), typed), ...documents];

  const stopSearch = useCallback(() => {
    clearTimeout(search.current?.timer);
    search.current?.controller.abort();
  }, []);
  useEffect(() => stopSearch, [stopSearch]);

  const choose = (index: number) => {
    const target = options[index]?.target;
    if (target === undefined) return;
    onClose();
    if ('path' in target) void navigate(target.path);
    else onSignOut();
  };
  const listbox = useListbox(options.length, choose);
  const active = Math.max(listbox.active, options.length === 0 ? -1 : 0);

  const type = (text: string) => {
    setTyped(text);
    listbox.reset(0);
    stopSearch();
    const query = text.trim();
    if (query === '') return setDocuments([]);
    const controller = new AbortController();
    const find = async () => {
      const matches = await findDocuments(services.http, role, query, controller.signal);
      if (!controller.signal.aborted) setDocuments(matches);
    };
    search.current = { controller, timer: setTimeout(() => void find(), SEARCH_DELAY_MS) };
  };

  return (
    <StaffDialog title="Search or jump to…" onClose={onClose}>
      <input
        className={listboxStyles.input}
        role="combobox"
        aria-label="Screen, action or title"
        aria-autocomplete="list"
        aria-expanded={options.length > 0}
        aria-controls={listbox.listId}
        aria-activedescendant={active >= 0 ? listbox.getOptionId(active) : undefined}
        autoComplete="off"
        placeholder="Screen, action or title"
        value={typed}
        onChange={({ target }) => type(target.value)}
        onKeyDown={(event) => {
          // Enter chooses the first entry unless another one is active.
          if (!listbox.handleKey(event) && event.key === 'Enter') {
            event.preventDefault();
            choose(active);
          }
        }}
      />
      <ListboxOptions
        listbox={listbox}
        active={active}
        label="Results"
        options={options.map(({ name, note, target }) => ({ key: 'path' in target ? target.path : target.action, text: name, note }))}
        className={styles.list}
        onChoose={choose}
      />
      <VisuallyHidden>
        <span role="status">{options.length === 1 ? '1 result' : `${options.length} results`}</span>
      </VisuallyHidden>
      {options.length === 0 && <p className={styles.note}>Nothing found yet. The search for titles starts when you stop typing.</p>}
    </StaffDialog>
  );
};
