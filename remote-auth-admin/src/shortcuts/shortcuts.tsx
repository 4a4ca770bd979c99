import { useNavigate } from '@site/shared/router';
import { IconButton } from '@site/shared/ui/button';
import { keyboardIcon } from '@site/shared/ui/icon-shapes';
import { useLayoutEffect, useRef, useState } from 'react';
import type { StaffArea } from '../layout/staff-navigation.ts';
import { focusSearch, selectRow, stepRow } from './list-keys.ts';
import { keepShortcutsOn, readShortcutsOn } from './shortcut-setting.ts';
import { ShortcutsDialog } from './shortcuts-dialog.tsx';

const SEQUENCE_MS = 1500;

/** Letters mean themselves where something is typed, and in a dialog the keys belong to the dialog. */
const isElsewhere = (event: KeyboardEvent): boolean =>
  event.defaultPrevented ||
  event.ctrlKey ||
  event.metaKey ||
  event.altKey ||
  event.isComposing ||
  (event.target instanceof Element && event.target.closest('input:not([type="checkbox"]), textarea, select, [contenteditable]') !== null) ||
  document.querySelector('dialog[open]') !== null;

/** The keyboard's short ways through the staff area, and the button that lists them. */
export const Shortcuts = ({ areas }: { readonly areas: readonly StaffArea[] }) => {
  const navigate = useNavigate();
  const [isOn, setIsOn] = useState(readShortcutsOn);
  const [isListed, setIsListed] = useState(false);
  const goUntil = useRef(0);

  // Before the screen is seen: who sees it may press a key.
  useLayoutEffect(() => {
    if (!isOn) return undefined;
    const act = (key: string): boolean => {
      const area = Date.now() < goUntil.current ? areas.find((each) => each.key === key) : undefined;
      goUntil.current = key === 'g' ? Date.now() + SEQUENCE_MS : 0;
      if (area !== undefined) void navigate(area.path);
      else if (key === '?') setIsListed(true);
      else if (key === '/') focusSearch();
      else if (key === 'j' || key === 'k') stepRow(key === 'j' ? 1 : -1);
      else if (key === 'x') selectRow();
      else return false;
      return true;
    };
    const handleKey = (event: KeyboardEvent) => {
      if (!isElsewhere(event) && act(event.key)) event.preventDefault();
    };
    document.addEventListener('keydown', handleKey);
    return () => document.removeEventListener('keydown', handleKey);
  }, [areas, isOn, navigate]);

  const change = (on: boolean) => {
    keepShortcutsOn(on);
    setIsOn(on);
  };

  return (
    <>
      <IconButton icon={keyboardIcon} label="Keyboard shortcuts" look="bare" onClick={() => setIsListed(true)} />
      {isListed && <ShortcutsDialog areas={areas} isOn={isOn} onChange={change} onClose={() => setIsListed(false)} />}
    </>
  );
};
