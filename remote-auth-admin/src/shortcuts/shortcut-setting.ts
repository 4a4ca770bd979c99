const KEY = 'staffShortcuts';

/** Whether single keys do something; remembered on this device. */
export const readShortcutsOn = (): boolean => {
  try {
    return localStorage.getItem(KEY) !== 'off';
  } catch {
    // Blocked storage remembers nothing.
    return true;
  }
};

export const keepShortcutsOn = (isOn: boolean): void => {
  try {
    if (isOn) localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, 'off');
  } catch {
    // The switch holds for this visit.
  }
};
