import type { Role } from '@site/shared/domain/roles';
import type { HostServices } from '@site/shared/remote/host-services';
import { useNavigate } from '@site/shared/router';
import { Button, IconButton } from '@site/shared/ui/button';
import { CheckboxField } from '@site/shared/ui/field';
import { keyboardIcon, searchIcon } from '@site/shared/ui/icon-shapes';
import { Fragment, lazy, Suspense, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { StaffDialog } from '../forms/staff-dialog.tsx';
import { focusSearch, moveRowFocus, selectRow } from './list-keys.ts';
import styles from './shortcuts.module.css';
import { getAreas, type StaffArea } from './staff-navigation.ts';

interface Shortcut {
  readonly keys: readonly string[];
  readonly action: string;
}

/** Single-key shortcuts, which can be disabled (WCAG 2.1.4). */
const SINGLE_KEYS: readonly Shortcut[] = [
  { keys: ['/'], action: 'Search the list' },
  { keys: ['j'], action: 'Next row' },
  { keys: ['k'], action: 'Previous row' },
  { keys: ['x'], action: 'Select the row' },
  { keys: ['Enter'], action: 'Open the row' },
  { keys: ['?'], action: 'Show this list' },
];

const EDITOR_KEYS: readonly Shortcut[] = [
  { keys: ['Ctrl', 'S'], action: 'Save (⌘ S on a Mac)' },
  { keys: ['Ctrl', 'Enter'], action: 'Publish (⌘ Enter on a Mac)' },
  { keys: ['Ctrl', 'K'], action: 'Add a link' },
  { keys: ['Ctrl', 'Alt', 'M'], action: 'Add a photo' },
  { keys: ['Alt', 'F10'], action: 'Formatting toolbar' },
];

/** Works on every screen, except in a rich text field, where it adds a link. */
const PALETTE_KEY: Shortcut = { keys: ['Ctrl', 'K'], action: 'Search or jump to…' };

const SETTING_KEY = 'staffShortcuts';

/** Whether single-key shortcuts are enabled on this device. */
const readShortcutsEnabled = (): boolean => {
  try {
    return localStorage.getItem(SETTING_KEY) !== 'off';
  } catch {
    // The browser blocks storage.
    return true;
  }
};

const storeShortcutsEnabled = (isOn: boolean): void => {
  try {
    if (isOn) localStorage.removeItem(SETTING_KEY);
    else localStorage.setItem(SETTING_KEY, 'off');
  } catch {
    // The browser blocks storage, so the setting applies only until the page closes.
  }
};

const ShortcutTable = ({ title, shortcuts }: { readonly title: string; readonly shortcuts: readonly Shortcut[] }) => (
  <section>
    <h3 className={styles.title}>{title}</h3>
    <dl className={styles.lines}>
      {shortcuts.map(({ keys, action }) => (
        <Fragment key={action}>
          <dt>
            {keys.map((key) => (
              <kbd key={key} className={styles.key}>
                {key}
              </kbd>
            ))}
          </dt>
          <dd>{action}</dd>
        </Fragment>
      ))}
    </dl>
  </section>
);

interface ShortcutsDialogProps {
  readonly areas: readonly StaffArea[];
  readonly isOn: boolean;
  readonly onChange: (isOn: boolean) => void;
  readonly onClose: () => void;
}

const ShortcutsDialog = ({ areas, isOn, onChange, onClose }: ShortcutsDialogProps) => (
  <StaffDialog title="Keyboard shortcuts" wide onClose={onClose}>
    <CheckboxField label="Single-key shortcuts" name="shortcuts" checked={isOn} onChange={({ target }) => onChange(target.checked)} />
    <div className={styles.columns}>
      <ShortcutTable title="Lists" shortcuts={SINGLE_KEYS} />
      <ShortcutTable title="Go to" shortcuts={[PALETTE_KEY, ...areas.map(({ key, name }) => ({ keys: ['g', key], action: name }))]} />
      <ShortcutTable title="Editors" shortcuts={EDITOR_KEYS} />
    </div>
    <div>
      <Button onClick={onClose}>Close</Button>
    </div>
  </StaffDialog>
);

/** Time limit for the second key of a sequence, for example `g d`. */
const SEQUENCE_LIMIT_MS = 1500;

/** Whether a key is meant for a field, a dialog or the browser. */
const isForFieldOrDialog = (event: KeyboardEvent): boolean =>
  event.defaultPrevented ||
  event.ctrlKey ||
  event.metaKey ||
  event.altKey ||
  event.isComposing ||
  (event.target instanceof Element && event.target.closest('input:not([type="checkbox"]), textarea, select, [contenteditable]') !== null) ||
  document.querySelector('dialog[open]') !== null;

const CommandPalette = lazy(async () => ({
  default: (await import(/* webpackChunkName: "command-palette" */ './command-palette.tsx')).CommandPalette,
}));

interface ShortcutsProps {
  readonly services: Pick<HostServices, 'http'>;
  readonly role: Role;
  readonly onSignOut: () => void;
}

/** Handles the keyboard shortcuts of the staff area, and renders the buttons that list them and open the command palette. */
export const Shortcuts = ({ services, role, onSignOut }: ShortcutsProps) => {
  const areas = useMemo(() => getAreas(role), [role]);
  const navigate = useNavigate();
  const [isOn, setIsOn] = useState(readShortcutsEnabled);
  const [isDialogOpen, setIsDialogOpen] = useState(false);
  const [isPaletteOpen, setPaletteOpen] = useState(false);
  const sequenceEndsAt = useRef(0);

  // Listen before the first paint, because users may press keys as soon as the screen is visible.
  useLayoutEffect(() => {
    if (!isOn) return undefined;
    const runShortcut = (key: string): boolean => {
      const area = Date.now() < sequenceEndsAt.current ? areas.find((candidate) => candidate.key === key) : undefined;
      sequenceEndsAt.current = key === 'g' ? Date.now() + SEQUENCE_LIMIT_MS : 0;
      if (area !== undefined) void navigate(area.path);
      else if (key === '?') setIsDialogOpen(true);
      else if (key === '/') focusSearch();
      else if (key === 'j' || key === 'k') moveRowFocus(key === 'j' ? 1 : -1);
      else if (key === 'x') selectRow();
      else return false;
      return true;
    };
    const handleKey = (event: KeyboardEvent) => {
      if (!isForFieldOrDialog(event) && runShortcut(event.key)) event.preventDefault();
    };
    document.addEventListener('keydown', handleKey);
    return () => document.removeEventListener('keydown', handleKey);
  }, [areas, isOn, navigate]);

  useLayoutEffect(() => {
    const handleKey = (event: KeyboardEvent) => {
      const isForPalette = (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey && event.key.toLowerCase() === 'k';
      // In the rich text field, this shortcut adds a link, and the field has already handled the event.
      if (!isForPalette || event.defaultPrevented || document.querySelector('dialog[open]') !== null) return;
      event.preventDefault();
      setPaletteOpen(true);
    };
    document.addEventListener('keydown', handleKey);
    return () => document.removeEventListener('keydown', handleKey);
  }, []);

  const change = (isEnabled: boolean) => {
    storeShortcutsEnabled(isEnabled);
    setIsOn(isEnabled);
  };

  return (
    <>
      <IconButton icon={searchIcon} label="Search or jump to…" look="bare" onClick={() => setPaletteOpen(true)} />
      <span className={styles.forKeyboards}>
        <IconButton icon={keyboardIcon} label="Keyboard shortcuts" look="bare" onClick={() => setIsDialogOpen(true)} />
      </span>
      {isDialogOpen && <ShortcutsDialog areas={areas} isOn={isOn} onChange={change} onClose={() => setIsDialogOpen(false)} />}
      {isPaletteOpen && (
        <Suspense fallback={null}>
          <CommandPalette services={services} role={role} onSignOut={onSignOut} onClose={() => setPaletteOpen(false)} />
        </Suspense>
      )}
    </>
  );
};
