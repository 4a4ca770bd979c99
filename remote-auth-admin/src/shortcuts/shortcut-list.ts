export interface ShortcutLine {
  readonly keys: readonly string[];
  readonly does: string;
}

/** Single keys, which can be switched off (WCAG 2.1.4). */
export const SINGLE_KEYS: readonly ShortcutLine[] = [
  { keys: ['/'], does: 'Search the list' },
  { keys: ['j'], does: 'Next row' },
  { keys: ['k'], does: 'Row before' },
  { keys: ['x'], does: 'Select the row' },
  { keys: ['Enter'], does: 'Open the row' },
  { keys: ['?'], does: 'This list' },
];

export const EDITOR_KEYS: readonly ShortcutLine[] = [
  { keys: ['Ctrl', 'S'], does: 'Save (⌘ S on a Mac)' },
  { keys: ['Ctrl', 'Enter'], does: 'Publish (⌘ Enter on a Mac)' },
];
